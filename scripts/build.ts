// Builds the product and compresses its files once, so that no answer waits for compression.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { projectRoot } from "#server/root.ts";

const built = spawnSync(
  process.execPath,
  [path.join(projectRoot, "node_modules/@react-router/dev/bin.cjs"), "build", "--logLevel", "warn"],
  { cwd: projectRoot, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
);
if (built.status !== 0) process.exit(1);

const clientDir = path.join(projectRoot, "build/client");
const compressible = /\.(js|css|svg|json|txt|xml|webmanifest)$/;

for (const file of readdirSync(clientDir, { recursive: true, encoding: "utf8" })) {
  if (!compressible.test(file)) continue;
  const plain = readFileSync(path.join(clientDir, file));
  writeFileSync(path.join(clientDir, `${file}.gz`), gzipSync(plain, { level: 9 }));
  writeFileSync(path.join(clientDir, `${file}.br`), brotliCompressSync(plain));
}
