// Tests the list `dependencies`. A start from a bare clone installs only these packages, so the
// list must contain everything that the start runs or builds with.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";

const manifest = JSON.parse(read("package.json"));
const bareImport = /^(?:import|export)\s(?!type\b)[^;]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm;
const sideEffect = /^import "([^"]+)";/gm;

const commands = [
  ...["admin", "audit", "backup", "bill-of-materials", "build", "check-content", "demo"],
  ...["inline-script", "restore"],
];

test("the product and its build don't import packages that only the checks need", () => {
  const files = [
    ...["app", "contract", "content", "server"].flatMap(sourcesBelow),
    ...commands.map((name) => `scripts/${name}.ts`),
    "vite.config.ts",
    "react-router.config.ts",
  ];
  const breaches = files.flatMap((file) =>
    importedPackages(read(file))
      .filter((name) => !(name in manifest.dependencies))
      .map((name) => `${file}: ${name}`),
  );
  expect(breaches).toEqual([]);
});

test("each package has an exact version, and a hash of its files in the lockfile", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const loose = Object.entries(wanted).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  );
  expect(loose).toEqual([]);
  const { "": ours, ...packages } = JSON.parse(read("package-lock.json")).packages;
  expect(ours.version).toBe(manifest.version);
  const withoutHash = Object.entries<{ integrity?: string; inBundle?: boolean }>(packages).filter(
    ([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith("sha512-"),
  );
  expect(withoutHash.map(([name]) => name)).toEqual([]);
});

test("the test detects each kind of import", () => {
  const text = `import a from "one/part";\nimport {\n  b,\n} from "@scope/two/part";\nimport "three";
const four = await import("four");\nexport * from "five";
import type { E } from "typed";\nimport { f } from "node:fs";\nimport g from "#server/g.ts";`;
  expect(importedPackages(text).sort()).toEqual(["@scope/two", "five", "four", "one", "three"]);
});

function importedPackages(text: string): string[] {
  return [...text.matchAll(bareImport), ...text.matchAll(sideEffect)]
    .map(([, imported, loaded]) => imported ?? loaded ?? "")
    .filter((name) => !/^(\.|#|node:|virtual:)/.test(name))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\/|embedded-child/.test(file));
}

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), "utf8");
}
