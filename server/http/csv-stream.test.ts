import { expect, test } from "vitest";
import { streamCsvOf } from "./csv-stream.ts";

test("the file continues after a batch in which every row was deleted", async () => {
  const all = Array.from({ length: 120 }, (_, place) => String(place));
  const file = streamCsvOf(["Place"], all, async (part) =>
    part.filter((one) => Number(one) >= 50).map((one) => [one]),
  );
  const lines = (await new Response(file).text()).trim().split("\r\n");
  expect(lines).toEqual(["Place", ...all.slice(50)]);
});

test("an empty export has only the header row", async () => {
  const file = streamCsvOf(["Place"], [], async () => []);
  expect(await new Response(file).text()).toBe("Place\r\n");
});
