// Parses, reads and changes pages with parse5.
import { defaultTreeAdapter as adapter, type DefaultTreeAdapterTypes, parseFragment } from "parse5";

export type Page = DefaultTreeAdapterTypes.Document;
export type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/**
 * Returns the elements in document order. `isLeftOut` selects elements to skip, together with
 * everything inside them.
 */
export function* elementsIn(
  parent: Parent,
  isLeftOut: (element: Element) => boolean = () => false,
): Iterable<Element> {
  for (const child of parent.childNodes) {
    if (!adapter.isElementNode(child) || isLeftOut(child)) continue;
    yield child;
    yield* elementsIn(child, isLeftOut);
  }
}

/**
 * Returns an attribute's value, which may be empty. Returns undefined if the element doesn't have
 * the attribute.
 */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

export function hasAttribute(element: Element, name: string): boolean {
  return attributeOf(element, name) !== undefined;
}

/** Sets an attribute and makes it the element's first one. */
export function setAttribute(element: Element, name: string, value: string) {
  removeAttribute(element, name);
  element.attrs.unshift({ name, value });
}

export function removeAttribute(element: Element, name: string) {
  element.attrs = element.attrs.filter((attribute) => attribute.name !== name);
}

/** Returns the text of a script or a style sheet. */
export function textOf(element: Element): string {
  return element.childNodes
    .map((child) => (adapter.isTextNode(child) ? adapter.getTextNodeContent(child) : ""))
    .join("");
}

export function removeText(element: Element) {
  element.childNodes = [];
}

export function remove(element: Element) {
  adapter.detachNode(element);
}

/** Inserts text before and after the element. */
export function surround(element: Element, before: string, after: string) {
  const parent = element.parentNode;
  if (!parent) throw new Error("An element of a page has a parent");
  const next = parent.childNodes[parent.childNodes.indexOf(element) + 1];
  adapter.insertTextBefore(parent, before, element);
  if (next) adapter.insertTextBefore(parent, after, next);
  else adapter.insertText(parent, after);
}

export function appendToHead(page: Page, html: string) {
  const head = [...elementsIn(page)].find(({ tagName }) => tagName === "head");
  if (!head) throw new Error("A page has a head");
  for (const child of parseFragment(html).childNodes) adapter.appendChild(head, child);
}
