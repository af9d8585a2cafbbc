// Google Ads lead forms: Google posts each lead with the key of the form.
import { intakeMessages } from "#content/messages.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import { GoogleLead } from "#contract/intake.ts";
import type { WebhookMapping } from "#contract/sources.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { parseKeepingIds } from "#server/http/json.ts";
import { googleKeyOf, type KeyedSource } from "./keyed-sources.ts";
import { escaped, fieldNamed, type NamedField, textAt } from "./reader/fields.ts";
import { personOf, readWithDefined } from "./reader/reader.ts";
import type { Reading, ReceivedBody } from "./reading.ts";
import { isSameText } from "./same-text.ts";
import { submitTime } from "./submit-time.ts";

/**
 * Parses a lead. Throws `malformed`, `unauthorized` for a wrong key, `invalid` if the id or the
 * person is missing.
 */
export async function readGoogleLead(
  deps: Deps,
  source: KeyedSource,
  { body: text, isTest, isReplayed, receivedAt }: ReceivedBody,
): Promise<Reading> {
  const parsed = parseKeepingIds(text);
  if (!isReplayed && !isSameText(keyIn(parsed), googleKeyOf(deps.config.secret, source))) {
    throw new AppError("unauthorized", { sentence: intakeMessages.wrongGoogleKey });
  }
  const lead = GoogleLead.safeParse(parsed);
  if (!lead.success) {
    const sentence = intakeMessages.noLeadId;
    throw new AppError("invalid", { sentence, fields: { lead_id: "required" } });
  }
  const { lead_id, is_test, campaign_id, lead_submit_time, user_column_data } = lead.data;
  const { mapping } = source;
  const body = mappableBody(user_column_data);
  const person = personIn(user_column_data, mapping && { body, of: mapping });
  if (!person) throw new AppError("invalid", { sentence: intakeMessages.noPerson });
  return {
    submission: {
      person,
      submittedAt: submitTime([textAt(body, mapping?.submittedAt), lead_submit_time], receivedAt),
      isTest: isTest || is_test,
      googleCampaignId: campaign_id,
      identity: `google:${lead_id}`,
      isBriefly: false,
    },
  };
}

function keyIn(parsed: unknown): string {
  const { data } = GoogleLead.pick({ google_key: true, Google_key: true }).safeParse(parsed);
  return data?.google_key || data?.Google_key || "";
}

type Columns = GoogleLead["user_column_data"];
type Column = Columns[number];

/** Columns that every lead form of Google has. */
const definedColumns: ReadonlySet<string> = new Set([
  ...["FULL_NAME", "FIRST_NAME", "LAST_NAME"],
  ...["EMAIL", "PHONE_NUMBER", "WORK_EMAIL", "WORK_PHONE"],
]);

/** Finds the person in the columns. All columns are also stored as answers. */
function personIn(
  columns: Columns,
  mapping: { body: unknown; of: WebhookMapping } | null,
): IncomingLead | null {
  const found = readWithDefined(
    columns.map(({ column_id, column_name, string_value }) =>
      fieldNamed([column_id, column_name], [string_value]),
    ),
    ({ names }) => definedColumns.has(names[0] ?? ""),
    { mapping: mapping ?? undefined },
  );
  const named = valuesBy(columns, (column) => titleOf(column) || idOf(column));
  const answers = [...named].map(([name, values]) => ({ name, values }));
  return found && { ...personOf(found), answers };
}

/**
 * Lists the questions that a mapping can refer to. A question is listed once, by its id or else its
 * title, because its position depends on which questions were answered. Throws `malformed`.
 */
export function googleFields(text: string): NamedField[] {
  const said = GoogleLead.pick({ user_column_data: true }).parse(parseKeepingIds(text));
  const columns = said.user_column_data;
  const labels = new Map(columns.map((column) => [keyOf(column), titleOf(column)]));
  return [...valuesBy(columns, keyOf)].map(([key, values]) => {
    const path = `/user_column_data${escaped(key)}`;
    return { path, position: path, label: labels.get(key) || key, values };
  });
}

/**
 * Returns the object in which a mapping's paths are looked up. If an id equals the title of another
 * question, the id takes precedence.
 */
function mappableBody(columns: Columns): unknown {
  const [ids, titles] = [valuesBy(columns, idOf), valuesBy(columns, titleOf)];
  return { user_column_data: Object.fromEntries([...titles, ...ids]) };
}

/** Groups values by name. A question with several answers has a column for each answer. */
function valuesBy(columns: Columns, nameOf: (column: Column) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const column of columns) {
    const name = nameOf(column);
    if (!name || !column.string_value) continue;
    const values = found.get(name);
    if (values) values.push(column.string_value);
    else found.set(name, [column.string_value]);
  }
  return found;
}

function keyOf(column: Column): string {
  return idOf(column) || titleOf(column);
}

function idOf({ column_id }: Column): string {
  return column_id.trim();
}

function titleOf({ column_name }: Column): string {
  return column_name.trim();
}
