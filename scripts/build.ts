// Builds the product, generates files from content/, and compresses the files that it serves. They
// are compressed once, so that no response waits for compression.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip as gzipCompress } from "node:zlib";
import type { ServerBuild } from "react-router";
import { runnerImport } from "vite";
import { preparePages } from "#server/pages/at-build/prepare-pages.ts";
import { projectRoot } from "#server/root.ts";
import { makeBill, makeLicenseList } from "./bill-of-materials.ts";
import { findContentErrors } from "./check-content.ts";

const clientDir = path.join(projectRoot, "build/client");
const gzip = promisify(gzipCompress);
const brotli = promisify(brotliCompress);
/** A placeholder in the service worker, which the build replaces with file names. */
const builtFiles = "BUILT_FILES";
const compressible = /\.(js|css|svg|json|txt|xml|webmanifest)$/;

// React reads NODE_ENV when it loads.
process.env.NODE_ENV = "production";

const errors = await findContentErrors();
if (errors.length > 0) {
  for (const error of errors) console.error(error);
  process.exit(1);
}
const making = makeFiles();
making.catch(() => {}); // reported where the promise is awaited
// React Router limits the time for each prerendered page to ten seconds, and there is no setting
// for it. On a busy machine, a second attempt is fast, because everything is in memory.
if (!(await buildPages()) && !(await buildPages())) process.exit(1);
writeStart();
writeFiles(await making);
await writeApiDocument();
await fillServiceWorker();
await preparePages();
await compressFiles();
writeBillOfMaterials();

async function buildPages(): Promise<boolean> {
  const reactRouter = path.join(projectRoot, "node_modules/@react-router/dev/bin.cjs");
  const building = spawn(process.execPath, [reactRouter, "build", "--logLevel", "warn"], {
    cwd: projectRoot,
    stdio: "inherit",
  });
  const [status] = await once(building, "exit");
  return status === 0;
}

/**
 * Writes the start file, which sets the process's environment. React reads NODE_ENV when it loads,
 * which is before any line of the build runs. Without NODE_ENV, React loads its development build,
 * which made a dashboard four times as slow.
 */
function writeStart() {
  writeFileSync(
    path.join(projectRoot, "build/server/start.js"),
    'process.env.NODE_ENV = "production";\nconst { main } = await import("./index.js");\nawait main();\n',
  );
}

type GeneratedFile = { address: string; bytes: string | Uint8Array };

/**
 * Makes the résumé, link previews, icons and sitemap from app/generated-files/, which Vite compiles
 * because it contains JSX. This runs in parallel with the pages' build, which empties the output
 * folder.
 */
async function makeFiles(): Promise<GeneratedFile[]> {
  const { module } = await runnerImport<typeof import("#app/generated-files/generated-files.ts")>(
    path.join(projectRoot, "app/generated-files/generated-files.ts"),
    { root: projectRoot, configFile: false, logLevel: "error" },
  );
  const made: GeneratedFile[] = [];
  for (const [address, make] of Object.entries(module.generatedFiles)) {
    made.push({ address, bytes: await make() });
  }
  return made;
}

function writeFiles(made: GeneratedFile[]) {
  for (const { address, bytes } of made) {
    const file = path.join(clientDir, address);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}

async function writeApiDocument() {
  const { apiDocument } = await importServer();
  writeFileSync(path.join(projectRoot, "build/server/openapi.json"), apiDocument());
}

/** Imports React Router's build, which includes the exports of `server/main.ts`. */
function importServer(): Promise<ServerBuild & { apiDocument: () => string }> {
  return import(pathToFileURL(path.join(projectRoot, "build/server/index.js")).href);
}

/**
 * Writes the names of the files that a cached dashboard needs into the service worker. A build with
 * different files thus makes a new version of the worker, which removes this version's files.
 */
async function fillServiceWorker() {
  const names = readdirSync(path.join(clientDir, "assets")).toSorted();
  const id = createHash("sha256").update(names.join(" ")).digest("base64url").slice(0, 12);
  const fonts = names.filter((name) => name.endsWith(".woff2")).map((name) => `/assets/${name}`);
  const { url, scripts } = await dashboardFiles();
  const file = path.join(clientDir, "lms/service-worker.js");
  const [before, after, ...others] = readFileSync(file, "utf8").split(builtFiles);
  if (after === undefined || others.length > 0) throw new Error(`${file} has one ${builtFiles}`);
  writeFileSync(file, before + [id, url, ...scripts, ...fonts].join(" ") + after);
}

/**
 * Returns the modules and styles of the dashboard and its layouts from React Router's manifest,
 * which is at `url`.
 */
async function dashboardFiles(): Promise<{ url: string; scripts: Set<string> }> {
  const { assets } = await importServer();
  const scripts = new Set([assets.entry.module, ...assets.entry.imports]);
  for (let id: string | undefined = "lms/dashboard"; id; id = assets.routes[id]?.parentId) {
    const route = assets.routes[id];
    if (!route) throw new Error(`The build has no route ${id}`);
    const { module, clientLoaderModule, imports = [], css = [] } = route;
    for (const name of [module, clientLoaderModule, ...imports, ...css])
      if (name) scripts.add(name);
  }
  return { url: assets.url, scripts };
}

/** Writes the bill of materials next to the served files, so it isn't served itself. */
function writeBillOfMaterials() {
  const lockfile = JSON.parse(readFileSync(path.join(projectRoot, "package-lock.json"), "utf8"));
  const write = (name: string, text: string) =>
    writeFileSync(path.join(projectRoot, "build", name), text);
  write("bill-of-materials.cdx.json", `${JSON.stringify(makeBill(lockfile), null, 2)}\n`);
  write("licenses.md", makeLicenseList(lockfile));
}

/** Compresses as many files in parallel as Node has threads. */
async function compressFiles() {
  const files = readdirSync(clientDir, { recursive: true, encoding: "utf8" });
  await Promise.all(
    files
      .filter((file) => compressible.test(file))
      .map(async (file) => {
        const plain = readFileSync(path.join(clientDir, file));
        const [gzipped, brotliCompressed] = await Promise.all([
          gzip(plain, { level: 9 }),
          brotli(plain),
        ]);
        writeFileSync(path.join(clientDir, `${file}.gz`), gzipped);
        writeFileSync(path.join(clientDir, `${file}.br`), brotliCompressed);
      }),
  );
}
