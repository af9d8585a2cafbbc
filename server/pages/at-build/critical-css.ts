// Extracts the critical CSS, which is the styles for the part of a page above the fold. A long page
// marks its below-the-fold elements with `data-below`. Rules that only these elements need are
// deferred until after the first paint (docs/decisions/021).
import type { Rule, Selector, SelectorComponent } from "lightningcss";
import { print, rulesOf, stringsIn } from "./css.ts";
import { attributeOf, type Element, elementsIn, hasAttribute, type Page } from "./html.ts";

/**
 * Returns the above-the-fold elements, which exclude those below the fold and closed menus. Returns
 * null if nothing is marked as below the fold.
 */
export function firstScreenOf(page: Page): Element[] | null {
  const isBelow = (element: Element) => hasAttribute(element, "data-below");
  if (![...elementsIn(page)].some(isBelow)) return null;
  return [...elementsIn(page, (one) => isBelow(one) || one.tagName === "dialog")];
}

/**
 * Returns the names that selectors can match. Tags are listed as `p`, classes as `.name` and
 * attributes as `[name`.
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
 * Splits a style sheet into the rules that apply above the fold and the rest, each in their
 * original order. The first part alone styles everything above the fold. It includes the design
 * tokens and animations that are used there, even through other tokens.
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
  // The loop also visits names that are added to the set during the iteration.
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
 * A rule that isn't a group of other rules. `both`: a rule with design tokens, which are split
 * between the two parts one by one.
 */
type Leaf = { rule: Rule; place: "first" | "rest" | "both" };

function leavesOf(rules: Rule[], names: Set<string>, group?: { isPrint: boolean }): Leaf[] {
  return rules.flatMap((rule): Leaf[] => {
    if (rule.type === "media" || rule.type === "supports" || rule.type === "container") {
      // Print styles are deferred, because no one prints a page before it has loaded.
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

/**
 * Returns the definitions that other rules can refer to: the page's design tokens and animations.
 */
function definitionsIn(rule: Rule): { name: string; part: unknown }[] {
  if (rule.type === "keyframes") return [{ name: rule.value.name.value, part: rule }];
  if (rule.type !== "style" || !isRootRule(rule)) return [];
  return (rule.value.declarations?.declarations ?? []).flatMap((part) =>
    part.property === "custom" ? [{ name: part.value.name, part }] : [],
  );
}

/** Returns the tokens in a `style` attribute or in a drawing's attribute, such as `fill`. */
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
    // Lightning CSS calls this for a rule's own declarations after it has called the rule's
    // visitor.
    Declaration(declaration) {
      if (!isChosenOneByOne) return undefined;
      const isDeferred = declaration.property === "custom" && !used.has(declaration.value.name);
      return isDeferred === (part === "rest") ? undefined : [];
    },
  });
  // The visitor may leave empty groups behind.
  return print(printed);
}

/** Returns a key that identifies a rule, both in the tree and in its printed copy. */
function keyOf(rule: Rule): string {
  return `${rule.type} ${"value" in rule ? JSON.stringify(rule.value?.loc) : ""}`;
}

/**
 * Returns whether the page has every tag, class and attribute of a selector. Ids are ignored,
 * because scripts add them later.
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
 * Returns whether a selector requires a pointer or a key. The deferred styles have loaded before
 * anyone can use either.
 */
function needsInteraction(component: SelectorComponent): boolean {
  return (
    component.type === "pseudo-class" &&
    ["hover", "active", "focus", "focus-visible", "focus-within"].includes(component.kind)
  );
}

/** Splits a selector at its combinators. Each part selects one element. */
function compoundsOf(selector: Selector): SelectorComponent[][] {
  const compounds: SelectorComponent[][] = [[]];
  for (const component of selector) {
    if (component.type === "combinator") compounds.push([]);
    else compounds.at(-1)?.push(component);
  }
  return compounds;
}

/**
 * Returns whether a component selects the root. The root's attributes are ignored, because they
 * change before the first paint.
 */
function isRoot(component: SelectorComponent): boolean {
  return component.type === "pseudo-class" && component.kind === "root";
}

/**
 * Returns whether a component applies only without scripts. In that case all styles load
 * immediately: see `inline-styles.ts`.
 */
function isWithoutScript(component: SelectorComponent): boolean {
  return (
    component.type === "pseudo-class" &&
    component.kind === "not" &&
    component.selectors.some(([one]) => one?.type === "attribute" && one.name === "data-script")
  );
}

/**
 * Returns whether the page has what a component names. Pseudo-classes such as `:not()` are assumed
 * to match.
 */
function isPresent(component: SelectorComponent, names: Set<string>): boolean {
  if (component.type === "type") return names.has(component.name);
  if (component.type === "class") return names.has(`.${component.name}`);
  if (component.type === "attribute") return names.has(`[${component.name}`);
  return true;
}
