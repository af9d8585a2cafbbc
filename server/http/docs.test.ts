import { expect, test } from "vitest";
import { swaggerAssets } from "./docs.ts";

test("a Swagger UI file is read from disk only once, unless the read fails", async () => {
  const reads: string[] = [];
  let fails = true;
  const assets = swaggerAssets(async (file) => {
    reads.push(file);
    if (fails) throw new Error("EIO");
    return new TextEncoder().encode("css");
  });
  assets.onError((_error, c) => c.text("failed", 500));
  const ask = async () => (await assets.request("/swagger-ui.css")).text();
  expect(await ask()).toBe("failed");
  fails = false;
  expect([await ask(), await ask(), await ask()]).toEqual(["css", "css", "css"]);
  expect(reads).toHaveLength(2);
});
