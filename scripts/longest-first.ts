// Orders the test files from longest to shortest, because a long one that starts last runs alone at
// the end. Vitest sorts by file size until it has run the files once, and in a fresh clone it never
// has.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long because they wait for something, not because they are large. */
const longest = [
  "nothing-acknowledged-is-lost.spec.ts",
  "lead-page.spec.ts",
  "lead-is-called-in-time.spec.ts",
  "every-page.spec.ts",
  "queue.spec.ts",
  "alerts-killed-at-every-step.spec.ts",
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
