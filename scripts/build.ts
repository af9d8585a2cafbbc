// Builds the product, makes its files from the owner's words, and compresses what it serves once,
// so that no answer waits for compression.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { runnerImport } from "vite";
import { projectRoot } from "#server/root.ts";
import { findContentErrors } from "./check-content.ts";

const clientDir = path.join(projectRoot, "build/client");
const compressible = /\.(js|css|svg|json|txt|xml|webmanifest)$/;

const errors = await findContentErrors();
if (errors.length > 0) {
  for (const error of errors) console.error(error);
  process.exit(1);
}
// React Router gives each page that is made in advance ten seconds, and no setting for it: on a busy
// machine the second attempt finds everything at hand.
if (!buildPages() && !buildPages()) process.exit(1);
writeStart();
await makeFiles();
compressFiles();

function buildPages(): boolean {
  const reactRouter = path.join(projectRoot, "node_modules/@react-router/dev/bin.cjs");
  const built = spawnSync(process.execPath, [reactRouter, "build", "--logLevel", "warn"], {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  return built.status === 0;
}

/**
 * What a process is started with. React looks at NODE_ENV when it is loaded, before any line of the
 * build runs, and without it comes in its development form: a dashboard took four times as long.
 */
function writeStart() {
  writeFileSync(
    path.join(projectRoot, "build/server/start.js"),
    'process.env.NODE_ENV = "production";\nconst { main } = await import("./index.js");\nawait main();\n',
  );
}

/** Résumé, pictures for links, icons, sitemap: see app/made/files.ts, which Vite reads for its JSX. */
async function makeFiles() {
  const { module } = await runnerImport<typeof import("#app/made/files.ts")>(
    path.join(projectRoot, "app/made/files.ts"),
    { root: projectRoot, configFile: false, logLevel: "error" },
  );
  for (const [address, make] of Object.entries(module.madeFiles)) {
    const file = path.join(clientDir, address);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await make());
  }
}

function compressFiles() {
  for (const file of readdirSync(clientDir, { recursive: true, encoding: "utf8" })) {
    if (!compressible.test(file)) continue;
    const plain = readFileSync(path.join(clientDir, file));
    writeFileSync(path.join(clientDir, `${file}.gz`), gzipSync(plain, { level: 9 }));
    writeFileSync(path.join(clientDir, `${file}.br`), brotliCompressSync(plain));
  }
}
