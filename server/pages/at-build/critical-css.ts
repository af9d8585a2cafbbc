// Extracts the critical CSS: the styles that the above-the-fold part of a page needs. A long page
// marks its below-the-fold elements with `data-below`, and rules that only these need are deferred
// until after the first paint (docs/decisions/021).
import type { Rule, Selector, SelectorComponent } from "lightningcss";
import { print, rulesOf, stringsIn } from "./css.ts";
import { attributeOf, type Element, elementsIn, hasAttribute, type Page } from "./html.ts";

/**
 * Returns the above-the-fold elements: all except those below the fold and closed menus. Returns
 * null if nothing is marked as below the fold.
 */
export function firstScreenOf(page: Page): Element[] | null {
  const isBelow = (element: Element) => hasAttribute(element, "data-below");
  if (![...elementsIn(page)].some(isBelow)) return null;
  return [...elementsIn(page, (one) => isBelow(one) || one.tagName === "dialog")];
}

/**
 * Returns the names that selectors can match, for tags, classes and attributes: `p`, `.name` and
 * `[name`.
 */
export function namesOf(elements: Element[]): Set<string> {
  return new Set(
    elements.flatMap((element) => [
      element.tagName,
      ...(attributeOf(element, "class") ?? "").split(" ").map((name) => `.${name}`),
      ...element.attrs.map(({ name }) => `[${name}`),
    ]),
  );
}

/**
 * Splits a style sheet into what applies above the fold and the rest, in order. The first part
 * alone styles the above-the-fold part completely. It includes design tokens and animations that it
 * uses, directly or through other tokens.
 */
export function splitStyles(screen: Element[], css: string): { first: string; rest: string } {
  const leaves = leavesOf(rulesOf(css), namesOf(screen));
  const definitions = leaves.flatMap(({ rule }) => definitionsIn(rule));
  const isDefinition = new Set(definitions.map(({ part }) => part));
  const needed = leaves.filter(({ place }) => place !== "rest").map(({ rule }) => rule);
  const used = new Set([
    ...screen.flatMap(tokensIn),
    ...needed.flatMap((rule) => stringsIn(rule, (part) => isDefinition.has(part))),
  ]);
  // Iterating over a set includes items that are added during the iteration.
  for (const name of used) {
    for (const one of definitions) {
      if (one.name === name) for (const further of stringsIn(one.part)) used.add(further);
    }
  }
  return {
    first: printPart("first", css, leaves, used),
    rest: printPart("rest", css, leaves, used),
  };
}

/**
 * A rule that doesn't contain rules to choose from. `both`: design tokens, which are chosen one by
 * one.
 */
type Leaf = { rule: Rule; place: "first" | "rest" | "both" };

function leavesOf(rules: Rule[], names: Set<string>, group?: { isPrint: boolean }): Leaf[] {
  return rules.flatMap((rule): Leaf[] => {
    if (rule.type === "media" || rule.type === "supports" || rule.type === "container") {
      // Print styles are deferred, because a page isn't printed before it has loaded.
      const isPrint = group?.isPrint || isForPrint(rule);
      return leavesOf(rule.value.rules, names, { isPrint });
    }
    if (group?.isPrint) return [{ rule, place: "rest" }];
    if (rule.type !== "style") return [{ rule, place: "first" }];
    if (!group && isRootRule(rule)) return [{ rule, place: "both" }];
    const isFirst = rule.value.selectors.some((selector) => matchesScreen(selector, names));
    return [{ rule, place: isFirst ? "first" : "rest" }];
  });
}

function isForPrint(rule: Rule): boolean {
  return (
    rule.type === "media" &&
    rule.value.query.mediaQueries.every(({ mediaType }) => mediaType === "print")
  );
}

function isRootRule(rule: Rule): boolean {
  return (
    rule.type === "style" &&
    rule.value.selectors.every((selector) => selector.length === 1 && selector.some(isRoot))
  );
}

/** Finds what other rules can refer to: the page's design tokens and animations. */
function definitionsIn(rule: Rule): { name: string; part: unknown }[] {
  if (rule.type === "keyframes") return [{ name: rule.value.name.value, part: rule }];
  if (rule.type !== "style" || !isRootRule(rule)) return [];
  return (rule.value.declarations?.declarations ?? []).flatMap((part) =>
    part.property === "custom" ? [{ name: part.value.name, part }] : [],
  );
}

/** Finds tokens in a `style` attribute or in a drawing's attribute such as `fill`. */
function tokensIn(element: Element): string[] {
  return element.attrs
    .filter(({ value }) => value.includes("var("))
    .flatMap(({ name, value }) =>
      stringsIn(rulesOf(name === "style" ? `a{${value}}` : `a{--attribute:${value}}`)),
    );
}

function printPart(part: "first" | "rest", css: string, leaves: Leaf[], used: Set<string>) {
  const places = new Map(
    leaves.map(({ rule, place }) => {
      const isUnused = rule.type === "keyframes" && !used.has(rule.value.name.value);
      return [keyOf(rule), isUnused ? "rest" : place];
    }),
  );
  let isChosenOneByOne = false;
  const printed = print(css, {
    Rule(rule) {
      const place = places.get(keyOf(rule));
      isChosenOneByOne = place === "both";
      return !place || place === part || isChosenOneByOne ? undefined : [];
    },
    // Called for a rule's own declarations after the rule.
    Declaration(declaration) {
      if (!isChosenOneByOne) return undefined;
      const isDeferred = declaration.property === "custom" && !used.has(declaration.value.name);
      return isDeferred === (part === "rest") ? undefined : [];
    },
  });
  // The visitor may leave empty groups behind.
  return print(printed);
}

/** Returns a key that is the same for a rule in the tree and its printed copy. */
function keyOf(rule: Rule): string {
  return `${rule.type} ${"value" in rule ? JSON.stringify(rule.value?.loc) : ""}`;
}

/**
 * Whether every tag, class and attribute of a selector is present. Ids are added later by scripts.
 */
function matchesScreen(selector: Selector, names: Set<string>): boolean {
  return (
    !selector.some(needsInteraction) &&
    compoundsOf(selector).every((compound) =>
      compound.some(isRoot)
        ? !compound.some(isWithoutScript)
        : compound.every((component) => isPresent(component, names)),
    )
  );
}

/**
 * Returns whether a selector requires a pointer or a key. Before anyone can use those, the other
 * styles have loaded.
 */
function needsInteraction(component: SelectorComponent): boolean {
  return (
    component.type === "pseudo-class" &&
    ["hover", "active", "focus", "focus-visible", "focus-within"].includes(component.kind)
  );
}

/** Returns the parts between combinators, each of which selects one element. */
function compoundsOf(selector: Selector): SelectorComponent[][] {
  const compounds: SelectorComponent[][] = [[]];
  for (const component of selector) {
    if (component.type === "combinator") compounds.push([]);
    else compounds.at(-1)?.push(component);
  }
  return compounds;
}

/** The document's own attributes change before the first paint, so they are ignored. */
function isRoot(component: SelectorComponent): boolean {
  return component.type === "pseudo-class" && component.kind === "root";
}

/** Without scripts, the rest loads immediately: see `inline-styles.ts`. */
function isWithoutScript(component: SelectorComponent): boolean {
  return (
    component.type === "pseudo-class" &&
    component.kind === "not" &&
    component.selectors.some(([one]) => one?.type === "attribute" && one.name === "data-script")
  );
}

/** Pseudo-classes such as `:not()` are assumed to match. */
function isPresent(component: SelectorComponent, names: Set<string>): boolean {
  if (component.type === "type") return names.has(component.name);
  if (component.type === "class") return names.has(`.${component.name}`);
  if (component.type === "attribute") return names.has(`[${component.name}`);
  return true;
}
