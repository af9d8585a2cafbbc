// Compares files in deploy/ with the product without running them, because only Docker reads them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";

const instructionLine = /^(FROM|WORKDIR|COPY|RUN|VOLUME|USER|ENV|EXPOSE|HEALTHCHECK|CMD) (\S.*)$/;

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const stages = readStages(read("deploy/Dockerfile"));
const [buildStage = [], lastStage = []] = stages;
const compose = readYaml(read("deploy/compose.yaml"));
const product = pick(compose, "services", "product");

/** The folders and files of /app that the last stage copies from the build stage. */
const copied = instructions(lastStage, "COPY").flatMap((text) => {
  const [from, ...paths] = text.split(" ");
  expect(from).toBe("--from=build");
  return paths.slice(0, -1).map((one) => one.replace("/app/", ""));
});

/** The file that the image starts, and the commands that docs/running.md runs next to it. */
const entries = ["server/main.ts", "scripts/admin.ts", "scripts/backup.ts", "scripts/restore.ts"];

test("the image runs the product like npm start, on the same Node.js, and not as root", () => {
  const [, started = ""] = /^const product = (\[.*\]);$/m.exec(read("scripts/prepare.mjs")) ?? [];
  expect(JSON.parse(instruction("CMD"))).toEqual(["node", ...JSON.parse(started)]);
  expect(instruction("USER")).toBe("node");
  const major = JSON.parse(read("package.json")).engines.node.replace(">=", "");
  const bases = stages.map(([first]) => first?.text.split(" ")[0]);
  expect(bases).toEqual(Array(2).fill(`node:${major}-bookworm-slim`));
});

test("the image's health check calls an existing operation, and the image stores its data in a volume", () => {
  const [, asked = ""] = /127\.0\.0\.1:3000\/api(\/[\w/]+)/.exec(instruction("HEALTHCHECK")) ?? [];
  expect(read("server/http/health.routes.ts")).toContain(`"${asked}"`);
  expect(instruction("ENV").split(" ")).toContain(`DATA_DIR=${instruction("VOLUME")}`);
  expect(pick(product, "volumes")).toEqual([`data:${instruction("VOLUME")}`]);
});

test("the image's final build stage contains exactly what the product and its commands import", () => {
  const { files } = findImports(entries);
  const folders = new Set(files.map((file) => file.split("/")[0]));
  // The screens are in build/, and they read package.json with its aliases from there.
  folders.delete("app");
  const needed = [...folders, "build", "node_modules", "package.json", "package-lock.json"];
  expect(copied.toSorted()).toEqual(needed.toSorted());
});

test("only listed packages are removed from the image, and nothing that remains needs them", () => {
  const [removed = ""] = instructions(buildStage, "RUN").flatMap((text) =>
    text.split("rm -rf ").slice(1),
  );
  const names = removed.split(/\s+/);
  expect(names.length).toBeGreaterThan(5);
  const installed = Object.entries<Installed>(JSON.parse(read("package-lock.json")).packages)
    .filter(([place, { dev }]) => place !== "" && !dev)
    .map(([place, { dependencies = {} }]) => ({
      name: place.split("node_modules/").at(-1) ?? "",
      needs: Object.keys(dependencies),
    }));
  const isOf = (name: string, one: string) => `${name}/`.startsWith(`${one}/`);
  const isRemoved = (name: string) => names.some((one) => isOf(name, one));
  const unknown = names.filter((one) => !installed.some(({ name }) => isOf(name, one)));
  expect(unknown).toEqual([]);
  const kept = installed.filter(({ name }) => !isRemoved(name));
  expect(kept.filter(({ needs }) => needs.some(isRemoved))).toEqual([]);
  const { packages } = findImports(entries);
  expect(packages.length).toBeGreaterThan(20);
  expect(packages.filter(isRemoved)).toEqual([]);
});

type Installed = { dev?: true; dependencies?: Record<string, string> };

test("the Docker build context contains every source that the build reads, but no tests, journeys, benchmarks or documents", () => {
  const isIgnored = ignoredBy(read(".dockerignore"));
  const [, list = ""] = /const sources = (\[[^\]]*\])/.exec(read("scripts/prepare.mjs")) ?? [];
  const folders: string[] = JSON.parse(list);
  expect(folders.length).toBeGreaterThan(3);
  const files = folders.flatMap(filesBelow);
  const isUnneeded = (file: string) =>
    /\.test\.tsx?$/.test(file) || file.startsWith("server/db/fixtures/");
  expect(files.filter((file) => isIgnored(file) !== isUnneeded(file))).toEqual([]);
  const others = readdirSync(projectRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !folders.includes(entry.name))
    .map(({ name }) => name);
  expect(others).toEqual(expect.arrayContaining(["e2e", "bench", "docs"]));
  expect(others.filter((folder) => !isIgnored(folder))).toEqual([]);
  for (const file of ["package.json", "package-lock.json", "vite.config.ts", "tsconfig.json"]) {
    expect([file, isIgnored(file)]).toEqual([file, false]);
  }
});

test("the product's service has only settings that exist and only privileges that it needs", () => {
  const settings = Object.keys(pick(product, "environment"));
  expect(settings.length).toBeGreaterThan(5);
  const known = [...read("server/config.ts").matchAll(/^ {2}([A-Z_]+): /gm)].map(
    ([, name]) => name,
  );
  expect(settings.filter((name) => !known.includes(name))).toEqual([]);
  expect(product).toMatchObject({
    read_only: "true",
    tmpfs: ["/tmp"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
  });
});

test("the proxy uses the Caddyfile, and the product trusts the proxy's network", () => {
  const caddy = pick(compose, "services", "caddy", "environment");
  const wanted = [...read("deploy/Caddyfile").matchAll(/\{\$([A-Z]+)/g)].map(([, name]) => name);
  expect(Object.keys(caddy).toSorted()).toEqual(wanted.toSorted());
  expect(caddy).toMatchObject({ UPSTREAMS: "product:3000" });
  const [network] = pick(compose, "networks", "default", "ipam", "config") as Yaml[];
  expect(pick(product, "environment", "TRUSTED_PROXIES")).toBe(pick(network, "subnet"));
});

test("the database image has the version that the product needs, and the image tags of the database and the proxy start with a version", () => {
  const [, needed = ""] = /Your own PostgreSQL (\d+)/.exec(read(".env.example")) ?? [];
  const images = Object.entries(pick(compose, "services")).map(([name, service]) => [
    name,
    pick(service, "image"),
  ]);
  expect(Object.fromEntries(images)).toEqual({
    product: undefined,
    database: expect.stringMatching(new RegExp(`^postgres:${needed}-`)),
    caddy: expect.stringMatching(/^caddy:\d/),
  });
});

test("the parsers of the deploy files reject unknown syntax", () => {
  expect(() => readStages("FROM node:24\nFETCH . .")).toThrow("FETCH");
  expect(() => readYaml("a: &anchor b")).toThrow("&anchor");
  expect(() => readYaml("a: b\na: c")).toThrow("twice");
  expect(() => readYaml("a:\n  b: c\n d: e")).toThrow("d: e");
  expect(readYaml('a:\n  - "80:80"\n  - b: c\nd: [1, 2]')).toEqual({
    a: ["80:80", { b: "c" }],
    d: [1, 2],
  });
});

type Instruction = { name: string; text: string };

/** Returns a Dockerfile's instructions by stage, with each instruction on one line. */
function readStages(text: string): Instruction[][] {
  const found: Instruction[][] = [];
  const lines = text.replaceAll(/^\s*#.*\n/gm, "").replaceAll(/\s*\\\n\s*/g, " ");
  for (const line of lines.split("\n").filter((one) => one.trim() !== "")) {
    const [, name, rest] = instructionLine.exec(line) ?? [];
    if (!name || !rest) throw new Error(`An unknown instruction: ${line}`);
    if (name === "FROM") found.push([]);
    found.at(-1)?.push({ name, text: rest });
  }
  return found;
}

function instructions(stage: Instruction[], name: string): string[] {
  return stage.filter((one) => one.name === name).map(({ text }) => text);
}

/** Returns the stage's last instruction of this kind, because only the last one has an effect. */
function instruction(name: string): string {
  return instructions(lastStage, name).at(-1) ?? "";
}

type Yaml = string | Yaml[] | { [key: string]: Yaml };

/** Parses the part of YAML that deploy/compose.yaml uses: maps, lists and one-line values. */
function readYaml(text: string): Yaml {
  const lines = text.split("\n").flatMap((line) => {
    const content = line.trim();
    return content === "" || content.startsWith("#")
      ? []
      : { indent: line.length - line.trimStart().length, content };
  });
  const read = readBlock(lines[0]?.indent ?? 0);
  if (lines[0]) throw new Error(`It isn't clear what this belongs to: ${lines[0].content}`);
  return read;

  function readBlock(indent: number): Yaml {
    const isHere = () => lines[0]?.indent === indent;
    if (lines[0]?.content.startsWith("- ")) {
      const items: Yaml[] = [];
      while (isHere() && lines[0]?.content.startsWith("- ")) {
        const item = lines.shift()?.content.slice(2) ?? "";
        const pair = /^[\w.-]+: /.test(item);
        items.push(pair ? Object.fromEntries([readPair(item, indent)]) : readValue(item));
      }
      return items;
    }
    const map: { [key: string]: Yaml } = {};
    while (isHere()) {
      const [key, value] = readPair(lines.shift()?.content ?? "", indent);
      if (key in map) throw new Error(`${key} is there twice`);
      map[key] = value;
    }
    return map;
  }

  function readPair(line: string, indent: number): [string, Yaml] {
    const [, key, value] = /^([\w.-]+):(?: (.*))?$/.exec(line) ?? [];
    if (!key) throw new Error(`Not a key and its value: ${line}`);
    if (value !== undefined) return [key, readValue(value)];
    const next = lines[0];
    return [key, next && next.indent > indent ? readBlock(next.indent) : ""];
  }

  function readValue(value: string): Yaml {
    if (/^["[]/.test(value)) return JSON.parse(value);
    if (/^[&*!|>{%@`']/.test(value) || value.includes(" #")) {
      throw new Error(`This reader doesn't know: ${value}`);
    }
    return value;
  }
}

function pick(from: Yaml | undefined, ...keys: string[]): Yaml {
  return keys.reduce<Yaml>(
    (node, key) => (node as { [key: string]: Yaml })[key] as Yaml,
    from ?? {},
  );
}

/**
 * Returns whether a .dockerignore excludes a file. It supports a name or a path, `*`, and `**`, but
 * no exceptions.
 */
function ignoredBy(text: string): (file: string) => boolean {
  const patterns = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const parts = line.replaceAll(".", "\\.").split("**/");
      const pattern = parts.map((part) => part.replaceAll("*", "[^/]*")).join("(?:.*/)?");
      return new RegExp(`^${pattern}(?:/|$)`);
    });
  return (file) => patterns.some((pattern) => pattern.test(file));
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)));
}

/**
 * Returns the files that these files import, including themselves, and the packages. Imports of
 * types don't count.
 */
function findImports(from: string[]): { files: string[]; packages: string[] } {
  const files = new Set(from);
  const packages = new Set<string>();
  // The loop also visits files that are added to the set during the loop.
  for (const file of files) {
    const text = read(file);
    const found = [
      ...text.matchAll(/^(?:import|export) (?!type )[^;"]*?from "([^"]+)"/gm),
      ...text.matchAll(/^import "([^"]+)"/gm),
      ...text.matchAll(/\bimport\(\s*"([^"]+)"/g),
    ].map(([, name = ""]) => name);
    for (const name of found) {
      const near = name.startsWith("./") ? path.join(path.dirname(file), name) : null;
      const local = near ?? (name.startsWith("#") ? name.slice(1) : null);
      if (local !== null && existsSync(path.join(projectRoot, local))) files.add(local);
      else if (local === null && !name.includes(":")) packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages] };
}
