// In which order a test run takes its files: longest first, as one that is begun last would run
// alone at the end. Vitest goes by their size until it has run them once, which a fresh clone never has.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Long for what they wait for, and not for their lines. */
const longest = [
  "nothing-acknowledged-is-lost.spec.ts",
  "lead-page.spec.ts",
  "lead-is-called-in-time.spec.ts",
  "every-page.spec.ts",
  "queue.spec.ts",
  "makeover-is-mailed-once.spec.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return found < 0 ? longest.length : found;
}
