// What a component without state would show, without a browser.

import type { ComponentChildren, VNode } from "preact";

type Props = Record<string, unknown> & { children?: ComponentChildren };

/** All elements that `node` comes to, outermost first. */
export function elements(node: ComponentChildren): VNode<Props>[] {
  if (Array.isArray(node)) return node.flatMap(elements);
  if (node === null || typeof node !== "object") return [];
  const vnode = node as VNode<Props>;
  if (typeof vnode.type === "function")
    return elements((vnode.type as (props: Props) => ComponentChildren)(vnode.props));
  return [vnode, ...elements(vnode.props.children)];
}

/** The words of `node`, a text a piece. */
export function words(node: ComponentChildren): string[] {
  if (typeof node === "string" || typeof node === "number") return [String(node)];
  if (Array.isArray(node)) return node.flatMap(words);
  if (node === null || typeof node !== "object") return [];
  const vnode = node as VNode<Props>;
  if (typeof vnode.type === "function")
    return words((vnode.type as (props: Props) => ComponentChildren)(vnode.props));
  return words(vnode.props.children);
}

/** The elements of one kind. */
export const all = (node: ComponentChildren, type: string): VNode<Props>[] =>
  elements(node).filter((element) => element.type === type);
