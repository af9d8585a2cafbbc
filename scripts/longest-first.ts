// The order of test files: longest first, because a long one that starts last runs alone at the end.
// Vitest sorts by file size until it has run the files once, which a fresh clone never has.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Long because of what they wait for, not because of their size. */
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
