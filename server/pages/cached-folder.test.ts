import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeCachedFolder } from "./cached-folder.ts";

let parent: string;
beforeEach(() => {
  parent = path.join(mkdtempSync(path.join(tmpdir(), "front-desk-kept-")), "pages");
});
afterEach(() => rmSync(path.dirname(parent), { recursive: true }));

const fill = (making: string) => writeFileSync(path.join(making, "page.html"), "whole");

test("two starts that make the same folder at the same time share the first one's folder", () => {
  const folder = path.join(parent, "key");
  makeCachedFolder(folder, (making) => {
    fill(making);
    makeCachedFolder(folder, fill);
  });
  expect(readdirSync(parent)).toEqual(["key"]);
  expect(readdirSync(folder)).toEqual(["page.html"]);
});

test("old folders are removed, except for a folder that another start may still be making", () => {
  for (const name of ["old", "old.half-made", "new.half-made"]) {
    mkdirSync(path.join(parent, name), { recursive: true });
  }
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of ["old", "old.half-made"]) {
    utimesSync(path.join(parent, name), twoHoursAgo, twoHoursAgo);
  }
  makeCachedFolder(path.join(parent, "key"), fill);
  expect(readdirSync(parent).sort()).toEqual(["key", "new.half-made"]);
});

test("a start that fails halfway doesn't leave a partial folder", () => {
  const folder = path.join(parent, "key");
  const failing = () => {
    throw new Error("the disk is full");
  };
  expect(() => makeCachedFolder(folder, failing)).toThrow("the disk is full");
  expect(existsSync(folder)).toBe(false);
});
