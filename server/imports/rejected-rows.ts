// The rejected rows as a file: fix it in a spreadsheet and upload it again.
import { and, asc, eq, gt } from "drizzle-orm";
import { importMessages } from "#content/desk/import.ts";
import { leadImportRows } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { byteOrderMark, csvLine } from "#server/reports/csv.ts";
import { getImport, type ImportKey, rowsOf } from "./imports.ts";

const rowsAtOnce = 100;

/** `GET /api/leads/imports/{id}/rejected.csv`. Throws `not_found`. */
export async function exportRejected(
  deps: Pick<Deps, "db" | "now">,
  key: ImportKey,
): Promise<ReadableStream<Uint8Array>> {
  const { columns } = await getImport(deps, key);
  const header = columns.map(({ name }) => name);
  const encoder = new TextEncoder();
  let line = 0;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const first = csvLine([...header, importMessages.reasonColumn]);
      controller.enqueue(encoder.encode(byteOrderMark + first));
    },
    async pull(controller) {
      const rows = await deps.db
        .select()
        .from(leadImportRows)
        .where(
          and(rowsOf(key), eq(leadImportRows.outcome, "rejected"), gt(leadImportRows.line, line)),
        )
        .orderBy(asc(leadImportRows.line))
        .limit(rowsAtOnce);
      const text = rows.map(({ cells, problem }) => {
        const given = cells ?? [];
        const missing = header.slice(given.length).map(() => "");
        const reason = importMessages.rowProblems[problem ?? "no_person"];
        return csvLine([...given, ...missing, reason]);
      });
      if (rows.length > 0) controller.enqueue(encoder.encode(text.join("")));
      line = rows.at(-1)?.line ?? line;
      if (rows.length < rowsAtOnce) controller.close();
    },
  });
}
