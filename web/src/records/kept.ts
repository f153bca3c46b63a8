// Work on records that outlives the page: in the browser's own database, one entry a record opened.
// Where that is not allowed the page works all the same, and warns before it is left.

/** What lists tell of a record that is kept. */
export interface Heading {
  id: string;
  name: string;
  /** When it was changed last, in ms. */
  at: number;
  /** Are there edits that no file has? */
  dirty: boolean;
}

/** So many records are kept, and so many with unsaved edits: of each the oldest go. */
const MOST = 12;
const MOST_UNSAVED = 100;

let opening: Promise<IDBDatabase> | null = null;

/** Two stores of the same keys: a list need not read trees of hundreds of thousands of moves. */
function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("chuhe", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("headings", { keyPath: "id" });
      request.result.createObjectStore("records");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

type Stores = Record<"headings" | "records", IDBObjectStore>;

/** The answer to a question, once all that was written is; null if the browser does not allow it. */
async function ask<T>(
  mode: IDBTransactionMode,
  question: (stores: Stores) => IDBRequest<T>,
): Promise<T | null> {
  try {
    const db = await database();
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(["headings", "records"], mode);
      const [headings, records] = [transaction.objectStore("headings"), transaction.objectStore("records")];
      const request = question({ headings, records });
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {
    return null;
  }
}

/** Keep `work`, which is cloned as it is: columns of trees are lists of numbers. */
export async function keep(heading: Heading, work: unknown): Promise<void> {
  await ask("readwrite", ({ headings, records }) => {
    records.put(work, heading.id);
    return headings.put(heading);
  });
  await prune(heading.id);
}

export const kept = <T>(id: string): Promise<T | null> =>
  ask<T>("readonly", ({ records }) => records.get(id)).then((found) => found ?? null);

export const forget = (id: string): Promise<unknown> =>
  ask("readwrite", ({ headings, records }) => {
    records.delete(id);
    return headings.delete(id);
  });

/** What is kept, the newest first. */
export async function headings(): Promise<Heading[]> {
  const all = await ask<Heading[]>("readonly", ({ headings: store }) => store.getAll());
  return (all ?? []).toSorted((a, b) => b.at - a.at);
}

async function prune(own: string): Promise<void> {
  const all = (await headings()).filter(({ id }) => id !== own);
  const saved = all.filter(({ dirty }) => !dirty);
  const unsaved = all.filter(({ dirty }) => dirty);
  for (const { id } of [...saved.slice(MOST - 1), ...unsaved.slice(MOST_UNSAVED - 1)]) await forget(id);
}
