// Imports take turns: one batch at a time in each process, round robin between the practices. So a
// large file delays another practice's small one by a batch, and not by all of its rows.
import type { Deps } from "#server/deps.ts";
import type { ImportKey } from "./imports.ts";

/** Does one batch, or another piece of work that takes less than a second. */
export function inImportTurn<Done>(
  { queues }: Pick<Deps, "queues">,
  { clientId }: Pick<ImportKey, "clientId">,
  work: () => Promise<Done>,
): Promise<Done> {
  return queues.imports.run(clientId, work, Number.POSITIVE_INFINITY);
}
