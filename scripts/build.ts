// Builds the product, generates files from content/, and compresses what it serves, once, so that
// no answer waits for compression.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip as gzipCompress } from "node:zlib";
import { runnerImport } from "vite";
import { preparePages } from "#server/pages/at-build/prepare-pages.ts";
import { projectRoot } from "#server/root.ts";
import { findContentErrors } from "./check-content.ts";

const clientDir = path.join(projectRoot, "build/client");
const gzip = promisify(gzipCompress);
const brotli = promisify(brotliCompress);
const compressible = /\.(js|css|svg|json|txt|xml|webmanifest)$/;

// React reads it when it loads.
process.env.NODE_ENV = "production";

const errors = await findContentErrors();
if (errors.length > 0) {
  for (const error of errors) console.error(error);
  process.exit(1);
}
const making = makeFiles();
making.catch(() => {}); // reported where it is awaited
// React Router gives each prerendered page ten seconds, with no setting for it. On a busy machine the
// second attempt is fast, because everything is in memory.
if (!(await buildPages()) && !(await buildPages())) process.exit(1);
writeStart();
writeFiles(await making);
stampServiceWorker();
await preparePages();
await compressFiles();

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
 * The environment of the process. React reads NODE_ENV when it loads, before any line of the build
 * runs. Without it React loads its development build, and a dashboard took four times as long.
 */
function writeStart() {
  writeFileSync(
    path.join(projectRoot, "build/server/start.js"),
    'process.env.NODE_ENV = "production";\nconst { main } = await import("./index.js");\nawait main();\n',
  );
}

type GeneratedFile = { address: string; bytes: string | Uint8Array };

/**
 * Résumé, link previews, icons, sitemap: app/generated-files/, which Vite compiles for its JSX.
 * Generated in parallel with the pages, whose build empties the output folder.
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

/** A build with other files is another version of the worker, which removes this one's files. */
function stampServiceWorker() {
  const file = path.join(clientDir, "lms/service-worker.js");
  const names = readdirSync(path.join(clientDir, "assets")).toSorted().join(" ");
  const id = createHash("sha256").update(names).digest("base64url").slice(0, 12);
  writeFileSync(file, readFileSync(file, "utf8").replace("BUILD_ID", id));
}

/** As many in parallel as Node has threads for. */
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
