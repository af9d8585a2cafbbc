// A rejected statement fails its test, even if the app handled the error like any other.
import { afterAll, afterEach } from "vitest";
import { drainRejections } from "./rejections.ts";

afterEach(failOnRejections);
afterAll(failOnRejections);

function failOnRejections() {
  const [first] = drainRejections();
  if (first) throw first;
}
