// Work on records that outlives the page: in the browser's own database, one entry a record opened.
// Where that is not allowed the page works all the same, and warns before it is left.

/** What is kept of a record. Trees are cloned as they are: their columns are lists of numbers. */
export interface Entry<T> {
  id: string;
  name: string;
  /** When it was changed last, in ms. */
  at: number;
  /** Are there edits that no file has? */
  dirty: boolean;
  work: T;
}

export type Heading = Omit<Entry<unknown>, "work">;

/** So many records are kept; the oldest that hold no unsaved edits go first. */
const MOST = 12;

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("chuhe", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("records", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

function ask<T>(
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  return database()
    .then(
      (db) =>
        new Promise<T>((resolve, reject) => {
          const request = question(db.transaction("records", mode).objectStore("records"));
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        }),
    )
    .catch(() => null);
}

/** Keep `entry`; false if the browser has no room or does not allow it. */
export async function keep<T>(entry: Entry<T>): Promise<boolean> {
  const done = (await ask("readwrite", (store) => store.put(entry))) !== null;
  await prune(entry.id);
  return done;
}

export const kept = <T>(id: string): Promise<Entry<T> | null> =>
  ask<Entry<T>>("readonly", (store) => store.get(id)).then((found) => found ?? null);

export const forget = (id: string): Promise<unknown> => ask("readwrite", (store) => store.delete(id));

/** What is kept, the newest first. */
export async function headings(): Promise<Heading[]> {
  const all = (await ask<Entry<unknown>[]>("readonly", (store) => store.getAll())) ?? [];
  return all.map(({ id, name, at, dirty }) => ({ id, name, at, dirty })).toSorted((a, b) => b.at - a.at);
}

async function prune(own: string): Promise<void> {
  const count = await ask("readonly", (store) => store.count());
  if (count === null || count <= MOST) return;
  const all = (await headings()).filter(({ id }) => id !== own);
  const going = [
    ...all.filter(({ dirty }) => !dirty).reverse(),
    ...all.filter(({ dirty }) => dirty).reverse(),
  ];
  for (const { id } of going.slice(0, count - MOST)) await forget(id);
}
