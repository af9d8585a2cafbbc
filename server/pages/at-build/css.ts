// Parses and prints style sheets with Lightning CSS.
import {
  type CustomAtRules,
  Features,
  type Rule,
  type StyleSheet,
  transform,
  type Visitor,
} from "lightningcss";
import { targets } from "./oldest-browsers.ts";

export function rulesOf(css: string): Rule[] {
  let read: StyleSheet | undefined;
  print(css, {
    StyleSheet(sheet) {
      read = sheet;
    },
  });
  return read?.rules ?? [];
}

/**
 * Prints a minified style sheet. A visitor removes a rule or declaration by returning an empty list
 * for it.
 */
export function print(css: string, visitor: Visitor<CustomAtRules> = {}): string {
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    targets,
    // Vite has already added the prefixes, so they would be duplicated.
    exclude: Features.VendorPrefixes,
    visitor,
  });
  return Buffer.from(code).toString("utf8");
}

/**
 * Returns every name, keyword and text in a part of the tree. `isLeftOut` selects the parts to
 * skip.
 */
export function stringsIn(part: unknown, isLeftOut = (_part: unknown) => false): string[] {
  if (typeof part === "string") return [part];
  if (isLeftOut(part)) return [];
  return childrenOf(part).flatMap((child) => stringsIn(child, isLeftOut));
}

/** Returns the classes that a part of the tree selects. */
export function classesIn(part: unknown): string[] {
  const isClass = isObject(part) && part.type === "class" && typeof part.name === "string";
  return isClass ? [String(part.name)] : childrenOf(part).flatMap(classesIn);
}

function childrenOf(part: unknown): unknown[] {
  return isObject(part) ? Object.values(part) : [];
}

function isObject(part: unknown): part is Record<string, unknown> {
  return typeof part === "object" && part !== null;
}
