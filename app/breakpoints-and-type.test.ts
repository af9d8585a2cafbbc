// Parses style sheets with Lightning CSS, which also minifies them in the build.
import { globSync, readFileSync } from "node:fs";
import { type Declaration, type MediaQuery, transform, type Visitor } from "lightningcss";
import { expect, test } from "vitest";

/** The comment in app/tokens.css says what each breakpoint is for. */
const breakpoints = [360, 520, 700, 800, 960, 1200];

test("layouts change only at the six breakpoints", () => {
  expect(
    sheets().flatMap(([file, css]) => otherWidthsOf(css).map((at) => `${file}: ${at}`)),
  ).toEqual([]);
});

test.each([
  ["@media (width < 700px) {}", []],
  ["@media (pointer: coarse), (700px <= width < 960px) {}", []],
  ["@media print {}", []],
  ["@media (width < 701px) {}", ["less-than 701px"]],
  ["@media (max-width: 700px) {}", ["less-than-equal 700px"]],
  ["@media (700px < width < 961px) {}", ["less-than 700px", "less-than 961px"]],
  ["@media print and (not (min-width: 70rem)) {}", ["greater-than-equal 70rem"]],
  ["@container rows (width >= 790px) {}", ["greater-than-equal 790px"]],
  // Whether a text fits depends on its font size, so this width is in em.
  ["@container search (8.5em <= width < 12.5em) {}", []],
])("in the rule %s, the widths that aren't breakpoints are %j", (css, widths) => {
  expect(otherWidthsOf(css)).toEqual(widths);
});

test("font sizes and weights come from app/tokens.css", () => {
  const others = sheets().filter(([file]) => file !== "app/tokens.css");
  expect(others.flatMap(([file, css]) => literalsOf(css).map((at) => `${file}: ${at}`))).toEqual(
    [],
  );
});

test.each([
  "font-size: var(--size-fine)",
  "font-size: max(var(--size-text), var(--control-size))",
  "font-size: clamp(1.5rem, 8vw, 2.5rem)",
  "font-size: 0.5em",
  "font-size: 0",
  "font-size: calc(36 * var(--u))",
  "font-weight: var(--weight-bold)",
  "font: var(--weight-bold) var(--size-fine) / 1.25rem var(--text)",
  "font: clamp(2rem, 3vw, 4rem) / 1 var(--text)",
  "font: inherit",
])("the declaration %s has no literal font size or weight", (declaration) => {
  expect(literalsOf(`a { ${declaration} }`)).toEqual([]);
});

test.each([
  "font-size: 13px",
  "font-size: 1rem",
  "font-size: large",
  "font-size: calc(36 * 1px)",
  "font-size: clamp(24px, 8vw, 2.5rem)",
  "font-size: max(16px, var(--control-size))",
  "font-weight: 600",
  "font-weight: bold",
  "font: 600 var(--size-fine) / 1 var(--text)",
  "font: var(--weight-bold) 1rem / 1 var(--text)",
  "font: 600 1rem serif",
])("the declaration %s has a literal font size or weight", (declaration) => {
  const [property] = declaration.split(":");
  expect(literalsOf(`@media print { a { ${declaration} } }`)).toEqual([property]);
});

function sheets(): [file: string, css: string][] {
  return globSync("app/**/*.css").map((file) => [file, readFileSync(file, "utf8")]);
}

type Length = { unit: string; value: number };

function otherWidthsOf(css: string): string[] {
  const found: string[] = [];
  const note = (operator: unknown, limit: unknown, usual: string) => {
    for (const { unit, value } of lengthsIn(limit)) {
      const isBreakpoint = unit === "px" && breakpoints.includes(value) && operator === usual;
      if (!isBreakpoint && unit !== "em") found.push(`${operator} ${value}${unit}`);
    }
  };
  const read = (condition: unknown) => {
    for (const one of objectsIn(condition)) {
      if (!String(one.name).endsWith("width")) continue;
      if (one.type === "range") {
        const isBelow = String(one.operator).startsWith("less");
        note(one.operator, one.value, isBelow ? "less-than" : "greater-than-equal");
      }
      if (one.type === "interval") {
        note(one.startOperator, one.start, "less-than-equal");
        note(one.endOperator, one.end, "less-than");
      }
    }
  };
  visit(css, {
    MediaQuery: (query: MediaQuery) => read(query.condition),
    Rule: { container: ({ value }) => read(value.condition) },
  });
  return found;
}

/** Matches a multiple of the wall view's unit, which scales with the screen. */
const ofTheWall = /calc\(\d+ \* var\(--u\)\)/g;

function literalsOf(css: string): string[] {
  const found: string[] = [];
  visit(css.replace(ofTheWall, "var(--u)"), {
    Declaration: (declaration) => {
      const property =
        declaration.property === "unparsed"
          ? declaration.value.propertyId.property
          : declaration.property;
      if (!/^font(-size|-weight)?$/.test(property)) return;
      if (isLiteral(declaration)) found.push(property);
    },
  });
  return found;
}

function isLiteral(declaration: Declaration): boolean {
  if (declaration.property === "unparsed") {
    const tokens: { type: string; value: unknown }[] = declaration.value.value;
    const slash = tokens.findIndex(({ value }) =>
      objectsIn(value).some((one) => one.value === "/"),
    );
    return (slash === -1 ? tokens : tokens.slice(0, slash)).some(
      ({ type, value }) =>
        type === "length" ||
        lengthsIn(value).some(({ unit }) => unit === "px") ||
        objectsIn(value).some((one) => one.type === "number" || one.value === "bold"),
    );
  }
  if (declaration.property !== "font-size") return true;
  const { type, value } = declaration.value;
  if (type !== "length") return true;
  return lengthsIn(value).some(
    (one) =>
      one.value !== 0 && (one.unit === "px" || (one.unit === "rem" && value.type !== "calc")),
  );
}

function visit(css: string, visitor: Visitor<never>) {
  transform({ filename: "sheet.css", code: Buffer.from(css), visitor });
}

function lengthsIn(part: unknown): Length[] {
  return objectsIn(part).filter((one): one is Length => typeof one.unit === "string");
}

type Part = { [name: string]: unknown };

/** Returns all objects inside a part of a parsed style sheet, and the part itself. */
function objectsIn(part: unknown): Part[] {
  if (part === null || typeof part !== "object") return [];
  const inside = Object.values(part).flatMap(objectsIn);
  return Array.isArray(part) ? inside : [part as Part, ...inside];
}
