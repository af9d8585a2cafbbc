import { expect, test } from "vitest";
import { listedShortcuts } from "./listed-shortcuts.ts";

const results = "1 to 8";
const keysOn = (pathname: string, isAsked: boolean) =>
  listedShortcuts(pathname, { isAsked }).map(({ keys }) => keys.join(" "));

test.each(["/lms/callbacks", "/lms/archive", "/lms/figures", "/demo/lms/template"])(
  "the help on %s lists the keys of a call's panel while one is open",
  (pathname) => {
    expect(keysOn(pathname, true)).toEqual(expect.arrayContaining([results, "Tab", "Esc", "?"]));
    expect(keysOn(pathname, false)).not.toContain(results);
  },
);

test.each(["/lms/dashboard", "/lms/lead"])(
  "the help on %s, where calls are made, always lists a panel's keys, once",
  (pathname) => {
    for (const isAsked of [true, false]) {
      expect(keysOn(pathname, isAsked).filter((keys) => keys === results)).toHaveLength(1);
    }
  },
);
