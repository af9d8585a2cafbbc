import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";
import { findCopyleft, type Lockfile, makeBill, makeLicenseList } from "./bill-of-materials.ts";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const lockfile: Lockfile = JSON.parse(read("package-lock.json"));
const bill = makeBill(lockfile);

const small: Lockfile = {
  name: "made-up",
  version: "1.0.0",
  packages: {
    "": { license: "MIT", dependencies: { a: "2.0.0", "@s/b": "1.0.0", tool: "1.0.0" } },
    "node_modules/a": { version: "2.0.0", license: "MIT", dependencies: { c: "1" } },
    "node_modules/a/node_modules/c": { version: "1.0.0", license: "(MIT OR CC0-1.0)" },
    "node_modules/@s/b": {
      ...{ version: "1.0.0", license: "MPL-2.0", optional: true },
      ...{ integrity: "sha512-AAAA", dependencies: { c: "2" } },
    },
    "node_modules/c": { version: "2.0.0", license: "MIT" },
    "node_modules/tool": { version: "1.0.0", license: "GPL-3.0", dev: true },
  },
};

test("a bill of materials lists each package once, with its hash, license and dependencies", () => {
  const { components, dependencies, metadata } = makeBill(small);
  expect(components).toEqual([
    {
      ...{ type: "library", "bom-ref": "pkg:npm/%40s/b@1.0.0", purl: "pkg:npm/%40s/b@1.0.0" },
      ...{ group: "@s", name: "b", version: "1.0.0", scope: "optional" },
      hashes: [{ alg: "SHA-512", content: "000000" }],
      licenses: [{ license: { id: "MPL-2.0" } }],
    },
    expect.objectContaining({ name: "a", scope: "required" }),
    expect.objectContaining({ version: "1.0.0", licenses: [{ expression: "(MIT OR CC0-1.0)" }] }),
    expect.objectContaining({ name: "c", version: "2.0.0" }),
  ]);
  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    "pkg:npm/made-up@1.0.0": ["pkg:npm/%40s/b@1.0.0", "pkg:npm/a@2.0.0"],
    "pkg:npm/%40s/b@1.0.0": ["pkg:npm/c@2.0.0"],
    "pkg:npm/a@2.0.0": ["pkg:npm/c@1.0.0"],
    "pkg:npm/c@1.0.0": [],
    "pkg:npm/c@2.0.0": [],
  });
  expect(metadata.component).toMatchObject({ name: "made-up", version: "1.0.0" });
});

test("the product's own bill has a license for each package and refers only to listed packages", () => {
  expect(bill.components.length).toBeGreaterThan(300);
  const refs = new Set(bill.dependencies.map(({ ref }) => ref));
  expect(refs.size).toBe(bill.components.length + 1);
  expect(
    bill.dependencies.flatMap(({ dependsOn }) => dependsOn.filter((on) => !refs.has(on))),
  ).toEqual([]);
  expect(JSON.stringify(bill)).not.toMatch(/"id":""|"expression":""/);
  expect(bill.serialNumber).toMatch(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
  );
});

test("the order of the lockfile's entries doesn't change the output", () => {
  const shuffled = {
    ...lockfile,
    packages: Object.fromEntries(Object.entries(lockfile.packages).reverse()),
  };
  expect(JSON.stringify(makeBill(shuffled).components)).toBe(JSON.stringify(bill.components));
  expect(makeLicenseList(shuffled)).toBe(makeLicenseList(lockfile));
});

test("every copyleft package is listed in the licenses section", () => {
  expect(findCopyleft(small)).toEqual([{ name: "@s/b", license: "MPL-2.0" }]);
  const page = read("docs/running.md").split("## Dependencies and licenses")[1] ?? "";
  const named = [...page.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  const unnamed = findCopyleft(lockfile).filter(
    ({ name }) => !named.some((one) => name === one || name.startsWith(`${one}-`)),
  );
  expect(unnamed).toEqual([]);
});
