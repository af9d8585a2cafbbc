// A refused statement fails its test, also where the product answered it like any other error.
import { afterAll, afterEach } from "vitest";
import { takeRefusals } from "./refusals.ts";

afterEach(failOnRefusals);
afterAll(failOnRefusals);

function failOnRefusals() {
  const [first] = takeRefusals();
  if (first) throw first;
}
