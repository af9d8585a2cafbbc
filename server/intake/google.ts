// Google Ads lead forms: Google posts each lead, with a key that it was given for the form.
import { intakeMessages } from "#content/messages.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import { GoogleLead } from "#contract/intake.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { parseKeepingIds } from "#server/json.ts";
import { googleKeyOf, type KeyedSource } from "./keyed-sources.ts";
import type { Reading, ReceivedBody } from "./reading.ts";
import { isSameText } from "./same-text.ts";
import { submitTime } from "./submit-time.ts";
import { isPhoneLength, oneLine, readTypedPerson } from "./typed-person.ts";

/** Throws `malformed`, `unauthorized` for a wrong key, `invalid` without an id or a person. */
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
  const person = readPerson(user_column_data);
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
  const { data } = GoogleLead.pick({ google_key: true }).safeParse(parsed);
  return data?.google_key ?? "";
}

type Columns = GoogleLead["user_column_data"];

/** Google's standard columns. They and all other columns are also stored as answers. */
function readPerson(columns: Columns): IncomingLead | null {
  const values = (...ids: string[]) =>
    ids.flatMap((id) =>
      columns
        .filter(({ column_id }) => column_id.toUpperCase() === id)
        .map(({ string_value }) => oneLine(string_value))
        .filter(Boolean),
    );
  const [firstOfFull = "", ...restOfFull] = (values("FULL_NAME")[0] ?? "").split(/\s+/);
  const emails = values("EMAIL", "WORK_EMAIL");
  const phones = values("PHONE_NUMBER", "WORK_PHONE");
  const typed = {
    firstName: values("FIRST_NAME")[0] ?? firstOfFull,
    lastName: values("LAST_NAME")[0] ?? restOfFull.join(" "),
    email: emails.find((email) => readTypedPerson({ ...nobody, email }).email) ?? "",
    phone: phones.find(isPhoneLength) ?? "",
  };
  const isNobody = !typed.firstName && !typed.lastName && emails.length + phones.length === 0;
  return isNobody ? null : { ...readTypedPerson(typed), answers: answersOf(columns) };
}

const nobody = { firstName: "", lastName: "", email: "", phone: "" };

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
