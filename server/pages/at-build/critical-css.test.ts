import { parse, parseFragment } from "parse5";
import { expect, test } from "vitest";
import { firstScreenOf, splitStyles } from "./critical-css.ts";
import { elementsIn } from "./html.ts";

test("elements marked as below the fold, elements inside them, and dialogs don't count as above the fold", () => {
  const page = parse(
    '<main><h1>A</h1><section id="b" data-below=""><section><p>1</p></section><i></i></section><p>C</p><dialog><b>M</b></dialog></main><footer data-below="">D</footer>',
  );
  const tags = firstScreenOf(page)?.map(({ tagName }) => tagName);
  expect(tags).toEqual(["html", "head", "body", "main", "h1", "p"]);
});

test("a page without below-the-fold marks isn't split", () => {
  expect(firstScreenOf(parse("<p>whole</p><dialog></dialog>"))).toBeNull();
});

const elements = (html: string) => [...elementsIn(parseFragment(html))];
const screen = elements('<div class="_a _b" lang="en"><h1>Name</h1></div>');

test.each([
  ["a rule for an element that is present", "._a{color:red}", true],
  ["a rule for two elements, one of which is present", "._z,._b{color:red}", true],
  ["a rule for an element below", "._z{color:red}", false],
  ["a rule for an element inside one that is below", "._a ._z{color:red}", false],
  ["a rule for a tag that isn't present", "._a dl{color:red}", false],
  ["a rule that applies to any page", ":root{color-scheme:dark}", true],
  ["a rule for the initial state", "._a:not(:focus):empty h1:before{color:red}", true],
  ["a rule for hover", "._a:hover{color:red}", false],
  ["a rule for focus", "._a:not(._z):focus-visible h1{color:red}", false],
  ["a rule for elements that aren't hovered", "._a:not(:is(._y,:hover)){color:red}", true],
  ["a rule for elements below, except some", "._z:not(._a,._b){color:red}", false],
  ["a rule for one of several tags", "._a :is(h1,h2){color:red}", true],
  ["an attribute that is present", "._a[lang=en]{color:red}", true],
  ["an attribute that is set later", "[hidden],._a[aria-disabled=true] h1{color:red}", false],
  [
    "an attribute of the document, which gets others before it is drawn",
    ":root[data-on] ._a{top:0}",
    true,
  ],
  ["a font face", "@font-face{font-family:x;src:local(x)}", true],
  ["a rule for a width", "@media (width<=10px){._a{color:red}}", true],
  ["a rule for a width and an element below", "@media (width<=10px){._z{color:red}}", false],
  ["a rule for print", "@media print{._a{color:red}}", false],
  ["a rule for pages without scripts", ":root:not([data-script]) :is(._a,h1){top:0}", false],
  [
    "a rule for pages without scripts and others",
    ":root:not([data-script]) ._a,._a h1{color:red}",
    true,
  ],
  [
    "an animation that is used",
    "._a{animation:1s turn}@keyframes turn{0%{top:0}to{top:1px}}",
    true,
  ],
])("whether a rule is critical: %s", (_what, rule, isFirst) => {
  expect(splitStyles(screen, rule)).toEqual(
    isFirst ? { first: rule, rest: "" } : { first: "", rest: rule },
  );
});

test("splitting a style sheet preserves every rule and the order within each part", () => {
  const sheet =
    "._a{top:0}._z{animation:1s away}@media (width<=9px){._b{top:1px}._z{top:2px}}@keyframes away{to{top:9px}}._b{top:3px}";
  expect(splitStyles(screen, sheet)).toEqual({
    first: "._a{top:0}@media (width<=9px){._b{top:1px}}._b{top:3px}",
    rest: "._z{animation:1s away}@media (width<=9px){._z{top:2px}}@keyframes away{to{top:9px}}",
  });
});

test("design tokens that the page uses only below the fold are deferred with the rules that use them", () => {
  const sheet =
    ":root{color-scheme:dark;--a:var(--b);--b:1px;--c:2px;--d:3px}._a{top:var(--a)}._z{top:var(--c)}";
  expect(splitStyles(elements('<div class="_a" style="left:var(--d)">'), sheet)).toEqual({
    first: ":root{color-scheme:dark;--a:var(--b);--b:1px;--d:3px}._a{top:var(--a)}",
    rest: ":root{--c:2px}._z{top:var(--c)}",
  });
});

test("only page-wide design tokens are deferred, and a semicolon inside url() doesn't end a declaration", () => {
  const sheet =
    '@media print{:root{--p:0}}._a:root{--q:0}:root{--u:url("data:image/svg+xml;x");--v:url(data:x;y);--w:1px}._a{background:var(--u)}';
  expect(splitStyles(screen, sheet)).toEqual({
    first: "._a:root{--q:0}:root{--u:url(data:image/svg+xml;x)}._a{background:var(--u)}",
    rest: "@media print{:root{--p:0}}:root{--v:url(data:x;y);--w:1px}",
  });
});

test("a design token isn't deferred if an animation or drawing above the fold uses it", () => {
  const sheet =
    ":root{--a:1px;--b:red;--c:2px}._a{animation:1s turn}@keyframes turn{to{top:var(--a)}}";
  const { rest } = splitStyles(elements('<p class="_a"><i fill="var(--b)"></i></p>'), sheet);
  expect(rest).toBe(":root{--c:2px}");
});

test("a nested rule stays with its parent, and groups that become empty are removed", () => {
  const sheet =
    "._a{top:0;& ._z{top:1px}}@media (width<=9px){@supports (top:0){._z{top:2px}}}@media (width>9px){._a{top:3px}}";
  expect(splitStyles(screen, sheet)).toEqual({
    first: "._a{top:0;& ._z{top:1px}}@media (width>9px){._a{top:3px}}",
    rest: "@media (width<=9px){@supports (top:0){._z{top:2px}}}",
  });
});
