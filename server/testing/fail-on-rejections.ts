// Fails a test in which a statement was rejected, even if the app handled the error.
import { afterAll, afterEach } from "vitest";
import { drainRejections } from "./rejections.ts";

afterEach(failOnRejections);
afterAll(failOnRejections);

function failOnRejections() {
  const [first] = drainRejections();
  if (first) throw first;
}
