import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

test("every class that a component uses from a CSS module is defined in that module", () => {
  const missing = globSync("app/**/*.tsx").flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return [...source.matchAll(/^import (\w+) from "(#app|\.)\/(.+\.module\.css)";/gm)].flatMap(
      ([, name = "", root, sheet = ""]) => {
        const classes = classesOf(path.join(root === "." ? path.dirname(file) : "app", sheet));
        const code = source.replace(/ from ".*";/g, "");
        const taken = code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"));
        return [...taken]
          .map(([, taken = ""]) => taken)
          .filter((taken) => !classes.has(taken))
          .map((taken) => `${file}: ${taken}`);
      },
    );
  });
  expect(missing).toEqual([]);
});

function classesOf(sheet: string): Set<string | undefined> {
  const rules = readFileSync(sheet, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  return new Set([...rules.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
}
