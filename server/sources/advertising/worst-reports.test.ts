// The worst reports cost in proportion to their size: four times as much, at most six times the CPU.
import { expect, test } from "vitest";
import { FileProblem } from "#server/sources/imports/file-format.ts";
import { findGrowth, sizeRatio } from "#server/testing/cost.ts";
import { matchCampaigns } from "./match-campaigns.ts";
import { ReportRefusal } from "./read-report.ts";
import { readReportFile } from "./read-report-file.ts";

const largeBytes = 1_000_000;
const header = "Day,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)\n";

const filled = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));
const many = (length: number, row: (index: number) => string) =>
  Array.from({ length: Math.ceil(length / row(1000).length) }, (_, index) => row(index)).join("");

const worstReports: Record<string, (length: number) => string> = {
  "campaigns with one day each": (length) =>
    header + many(length, (index) => `2026-03-14,C${index},${index},1,1,1\n`),
  "days of one campaign": (length) =>
    header + many(length, (index) => `20${10 + (index % 16)}-03-14,C,1,${index},1,1\n`),
  "identical rows": (length) => header + filled("2026-03-14,C,1,1,1,1\n", length),
  "rows without a day": (length) => header + filled(",C,1,1,1,1\n", length),
  "ambiguous days": (length) => header + filled("03/04/2026,C,1,1,1,1\n", length),
  totals: (length) => header + filled("Total,,,,,\n", length),
  "rows of one cell": (length) => header + filled("a\n", length),
  "rows of one cell without a header": (length) => filled("a\n", length),
  "empty cells": (length) => header + filled(",\n", length),
  "empty cells without a header": (length) => filled(",\n", length),
  "blank lines": (length) => header + filled("\n", length),
  delimiters: (length) => header + filled(`${",;\t".repeat(60)}\n`, length),
  "quotes without a header": (length) => filled('""""\n', length),
  "names of spaces": (length) => header + filled(`2026-03-14,a${" ".repeat(60_000)}b,1\n`, length),
  "letters of a cell": (length) =>
    `${header}2026-03-14,${filled("a", (length / largeBytes) * 60_000)}\n`,
  "control characters of a cell": (length) =>
    `${header}2026-03-14,${filled("\u0001 ", (length / largeBytes) * 60_000)}\n`,
  "digits of a number": (length) =>
    `${header}2026-03-14,C,1,${filled("1", (length / largeBytes) * 60_000)}\n`,
  "bytes that are no UTF-8": (length) => header + filled("\u00e9\n", length),
};

test.each(Object.entries(worstReports))(
  "a report full of %s is read in linear time",
  async (_, report) => {
    const files = {
      small: Buffer.from(report(largeBytes / sizeRatio), "latin1"),
      large: Buffer.from(report(largeBytes), "latin1"),
    };
    const growth = await findGrowth((size) => cpuOf(() => read(files[size])));
    expect(growth).toBeNull();
  },
);

const names: Record<string, (index: number) => string> = {
  "unique names": (index) => `Campaign ${index}`,
  "names that differ in spaces": (index) => `Spring${" ".repeat(1 + (index % 50))}campaign`,
};

test.each(Object.entries(names))(
  "matching takes time linear in the number of campaigns and known campaigns with %s",
  async (_, nameOf) => {
    for (const [hasId, isKnownWithId] of [
      [false, false],
      [false, true],
      [true, false],
    ]) {
      const plant = (count: number) => {
        const indexes = Array.from({ length: count }, (_, index) => index);
        return {
          campaigns: indexes.map((index) => ({
            ...{ name: nameOf(index), platformCampaignId: hasId ? `1${index}` : null },
            ...{ state: null, line: index, days: new Map() },
          })),
          known: indexes.map((index) => ({
            ...{ id: `known ${index}`, family: `known ${index}`, name: nameOf(index) },
            platformCampaignId: isKnownWithId ? `2${index}` : null,
          })),
        };
      };
      const planted = { small: plant(20_000 / sizeRatio), large: plant(20_000) };
      const growth = await findGrowth((size) =>
        cpuOf(async () => void matchCampaigns(planted[size].campaigns, planted[size].known)),
      );
      expect([growth, hasId, isKnownWithId]).toEqual([null, hasId, isKnownWithId]);
    }
  },
);

async function read(file: Uint8Array) {
  await readReportFile(file, { today: "2099-12-31" }, (work) => work()).catch((error: unknown) => {
    if (!(error instanceof ReportRefusal || error instanceof FileProblem)) throw error;
  });
}

/** In milliseconds. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
