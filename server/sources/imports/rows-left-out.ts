// Exports the rows that aren't imported: rejected rows, which can be fixed in a spreadsheet and
// uploaded again, and rows of known people, with the lead that each row matches.
import { and, asc, eq, gt } from "drizzle-orm";
import { importMessages } from "#content/desk/import.ts";
import { phoneText } from "#contract/phone.ts";
import { leadImportRows, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { streamCsv } from "#server/http/csv-stream.ts";
import { isDiscarded } from "./discarded-files.ts";
import { getImport, type ImportKey, matchedLead, rowsOf } from "./imports.ts";

const rowsAtOnce = 100;

/**
 * Handles `GET /api/leads/imports/{id}/rejected.csv` and `known.csv`. Throws `not_found`, even for
 * a discarded file.
 */
export async function exportRows(
  deps: Pick<Deps, "db" | "now">,
  key: ImportKey,
  outcome: "rejected" | "known",
): Promise<ReadableStream<Uint8Array>> {
  const { columns, state } = await getImport(deps, key);
  if (isDiscarded(state) || state === "canceling") throw new AppError("not_found");
  const header = columns.map(({ name }) => name);
  const { reasonColumn, matchColumn } = importMessages;
  let line = 0;
  return streamCsv([...header, outcome === "known" ? matchColumn : reasonColumn], async () => {
    const rows = await deps.db
      .select({ row: leadImportRows, lead: leads })
      .from(leadImportRows)
      .leftJoin(leads, matchedLead)
      .where(and(rowsOf(key), eq(leadImportRows.outcome, outcome), gt(leadImportRows.line, line)))
      .orderBy(asc(leadImportRows.line))
      .limit(rowsAtOnce);
    line = rows.at(-1)?.row.line ?? line;
    return rows.map(({ row, lead }) => {
      const given = row.cells ?? columns.map(({ field }) => textIn(row, field));
      const missing = header.slice(given.length).map(() => "");
      return [...given, ...missing, outcome === "known" ? whomIs(row, lead) : reasonOf(row)];
    });
  });
}

type Row = typeof leadImportRows.$inferSelect;

function reasonOf({ problem }: Row): string {
  return importMessages.rowProblems[problem ?? "no_person"];
}

function whomIs({ matchLine }: Row, lead: typeof leads.$inferSelect | null): string {
  if (matchLine) return importMessages.sameAsLine(matchLine);
  if (!lead) return "";
  const { firstName, lastName, phone, email } = lead;
  return [`${firstName} ${lastName}`.trim(), phoneText(phone), email].filter(Boolean).join(", ");
}

/**
 * Returns a field as text for a row whose person inquired after the dry run. Its cells aren't
 * stored, only the parsed values.
 */
function textIn({ firstName, lastName, phone, email }: Row, field: string): string {
  const values: Record<string, string> = {
    fullName: `${firstName} ${lastName}`.trim(),
    ...{ firstName, lastName, phone, email },
  };
  return values[field] ?? "";
}
