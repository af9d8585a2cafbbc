// Google Ads lead forms: Google posts each lead with the form's key.
import { intakeMessages } from "#content/messages.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import { GoogleLead } from "#contract/intake.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { parseKeepingIds } from "#server/http/json.ts";
import { googleKeyOf, type KeyedSource } from "./keyed-sources.ts";
import { fieldNamed } from "./reader/fields.ts";
import { personOf, readPerson } from "./reader/reader.ts";
import type { Reading, ReceivedBody } from "./reading.ts";
import { isSameText } from "./same-text.ts";
import { submitTime } from "./submit-time.ts";

/**
 * Throws `malformed`, `unauthorized` for a wrong key, `invalid` if the id or the person is missing.
 */
export async function readGoogleLead(
  deps: Deps,
  source: KeyedSource,
  { body, isTest, isReplayed, receivedAt }: ReceivedBody,
): Promise<Reading> {
  const parsed = parseKeepingIds(body);
  if (!isReplayed && !isSameText(keyIn(parsed), googleKeyOf(deps.config.secret, source))) {
    throw new AppError("unauthorized", { sentence: intakeMessages.wrongGoogleKey });
  }
  const lead = GoogleLead.safeParse(parsed);
  if (!lead.success) {
    const sentence = intakeMessages.noLeadId;
    throw new AppError("invalid", { sentence, fields: { lead_id: "required" } });
  }
  const { lead_id, is_test, campaign_id, lead_submit_time, user_column_data } = lead.data;
  const person = personIn(user_column_data);
  if (!person) throw new AppError("invalid", { sentence: intakeMessages.noPerson });
  return {
    submission: {
      person,
      submittedAt: submitTime([lead_submit_time], receivedAt),
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

/** All columns are also stored as answers. */
function personIn(columns: Columns): IncomingLead | null {
  const found = readPerson(
    columns.map(({ column_id, column_name, string_value }) =>
      fieldNamed([column_id, column_name], [string_value]),
    ),
  );
  return found && { ...personOf(found), answers: answersOf(columns) };
}

/** A question with several answers has a column for each. */
function answersOf(columns: Columns): IncomingLead["answers"] {
  const answers = new Map<string, string[]>();
  for (const { column_id, column_name, string_value } of columns) {
    const name = column_name.trim() || column_id.trim();
    if (!name || !string_value) continue;
    const values = answers.get(name);
    if (values) values.push(string_value);
    else answers.set(name, [string_value]);
  }
  return [...answers].map(([name, values]) => ({ name, values }));
}
