import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the console's screens never format a date or time without a time zone", () => {
  const files = globSync("app/admin/**/*.{ts,tsx}").filter((file) => !file.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(50);
  const bare = files.flatMap((file) =>
    momentsIn(readFileSync(file, "utf8"))
      .filter((moment) => !/zone|"UTC"/i.test(moment))
      .map((moment) => `${file}: ${moment}`),
  );
  expect(bare).toEqual([]);
});

test.each([
  ["momentText(receivedAt)", ["momentText(receivedAt)"]],
  ["words.by(author, dateText(at, agencyZone))", ["dateText(at, agencyZone)"]],
  ["<Moment at={at}>{agoText(at, now)}</Moment>", ["<Moment at={at}>"]],
  ["at.toLocaleString()", ["toLocaleString()"]],
  ['dayText(day, { month: "long" })', []],
])("in the source %s, the parts that format a date or time are %j", (source, moments) => {
  expect(momentsIn(source)).toEqual(moments);
});

/** Returns each call or element that formats a date or time, with its arguments. */
function momentsIn(source: string): string[] {
  const begins =
    /\b(?:momentText|dateText|clockText|timeText|dayTimeText|exactText|monthDayText|longDayText|weekdayDateText|toLocale(?:Date|Time)?String|DateTimeFormat)\(|<(?:Moment|AtTime|DeliveryList)\b/g;
  return [...source.matchAll(begins)].map(({ 0: begin, index }) => {
    const rest = source.slice(index);
    if (begin.startsWith("<")) return rest.slice(0, rest.search(/(?<!=)>/) + 1);
    return rest.slice(0, endOfCall(rest));
  });
}

function endOfCall(source: string): number {
  let depth = 0;
  for (const [at, sign] of [...source].entries()) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === ")" && depth === 0) return at + 1;
  }
  return source.length;
}
