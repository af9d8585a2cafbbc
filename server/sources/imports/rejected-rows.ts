// The rejected rows as a file: fix it in a spreadsheet and upload it again.
import { and, asc, eq, gt } from "drizzle-orm";
import { importMessages } from "#content/desk/import.ts";
import { leadImportRows } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsv } from "#server/desk/reports/csv-stream.ts";
import { AppError } from "#server/errors.ts";
import { isDiscarded } from "./discarded-files.ts";
import { getImport, type ImportKey, rowsOf } from "./imports.ts";

const rowsAtOnce = 100;

/** `GET /api/leads/imports/{id}/rejected.csv`. Throws `not_found`, also for a discarded file. */
export async function exportRejected(
  deps: Pick<Deps, "db" | "now">,
  key: ImportKey,
): Promise<ReadableStream<Uint8Array>> {
  const { columns, state } = await getImport(deps, key);
  if (isDiscarded(state) || state === "canceling") throw new AppError("not_found");
  const header = columns.map(({ name }) => name);
  let line = 0;
  return streamCsv([...header, importMessages.reasonColumn], async () => {
    const rows = await deps.db
      .select()
      .from(leadImportRows)
      .where(
        and(rowsOf(key), eq(leadImportRows.outcome, "rejected"), gt(leadImportRows.line, line)),
      )
      .orderBy(asc(leadImportRows.line))
      .limit(rowsAtOnce);
    line = rows.at(-1)?.line ?? line;
    return rows.map(({ cells, problem }) => {
      const given = cells ?? [];
      const missing = header.slice(given.length).map(() => "");
      const reason = importMessages.rowProblems[problem ?? "no_person"];
      return [...given, ...missing, reason];
    });
  });
}
