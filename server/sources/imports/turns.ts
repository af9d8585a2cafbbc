// Imports take turns. Each process runs one batch at a time and alternates between practices, so a
// large file delays another practice's small file by only one batch.
import type { Deps } from "#server/deps.ts";
import type { ImportKey } from "./imports.ts";

/** Runs one batch, or other work that takes less than a second. */
export function inImportTurn<Done>(
  { queues }: Pick<Deps, "queues">,
  { clientId }: Pick<ImportKey, "clientId">,
  work: () => Promise<Done>,
): Promise<Done> {
  return queues.imports.run(clientId, work, Number.POSITIVE_INFINITY);
}
