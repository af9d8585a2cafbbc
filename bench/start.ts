// Measures how long a start takes on a warm install, and how much memory the idle process uses.
import { setTimeout as sleep } from "node:timers/promises";
import { forget, launchProduct, makeDataDir, residentBytes } from "./product.ts";
import { type Figure, inMb, median } from "./report.ts";
import type { BenchOptions } from "./run.ts";

const startBudgetMs = 3000;
const idleBudgetBytes = 150 * 1024 * 1024;

export async function start({ idleSeconds }: BenchOptions): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const first = await launchProduct(dataDir);
  await first.stop();
  const warm: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const again = await launchProduct(dataDir);
    warm.push(again.readyMs);
    await again.stop();
  }
  const idle = await launchProduct(dataDir);
  await sleep(idleSeconds * 1000);
  const idleBytes = residentBytes(idle.pid);
  const warmMs = median(warm);
  await idle.stop();
  forget(dataDir);
  return [
    {
      name: "first start, empty folder",
      measured: seconds(first.readyMs),
      budget: "none",
      bare: "none",
    },
    {
      name: "start on a warm install (median)",
      measured: seconds(warmMs),
      budget: seconds(startBudgetMs),
      bare: "none",
      isWithin: warmMs < startBudgetMs,
    },
    {
      name: `process after ${idleSeconds} idle seconds`,
      budget: inMb(idleBudgetBytes),
      bare: "none",
      ...(idleBytes === null
        ? { measured: "not measured" }
        : { measured: inMb(idleBytes), isWithin: idleBytes < idleBudgetBytes }),
    },
  ];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
