// What the provider reports about a text later on, unasked or on request.
import { z } from "zod";
import { uuid } from "#contract/fields.ts";
import type { TextState } from "#contract/texts.ts";
import type { Deps } from "#server/deps.ts";
import { readSignedForm } from "#server/http/signed-form.ts";
import type { TextKey } from "./lead-texts.ts";
import { lockText } from "./send-text.ts";
import { settleText } from "./settle-text.ts";
import { stateOf } from "./text-state.ts";

const About = z.object({
  practice: uuid,
  text: uuid,
  attempt: z.coerce.number().int().min(1).max(100),
});
const Report = z.object({
  MessageSid: z.string().min(1).max(100),
  MessageStatus: z.string(),
  ErrorCode: z.coerce.number().int().catch(0),
});

/**
 * Records the state that Twilio reports for a text that the practice wrote. The same report again
 * changes nothing, and neither does an older one. Throws `forbidden` without Twilio's signature.
 */
export async function reportLeadText(
  deps: Deps,
  reported: { url: URL; body: string; signature: string },
): Promise<void> {
  const fields = readSignedForm(deps, deps.texts, reported);
  const about = About.safeParse(Object.fromEntries(reported.url.searchParams)).data;
  const report = Report.safeParse(Object.fromEntries(fields)).data;
  const state = report && stateOf(report.MessageStatus);
  if (!about || !report || !state) return;
  await deps.db.transaction(async (tx) => {
    const row = await lockText(tx, { clientId: about.practice, textId: about.text });
    // Another attempt's report, or another text's.
    if (row?.attempts !== about.attempt || (row.sid && row.sid !== report.MessageSid)) return;
    await settleText(deps, tx, row, { state, sid: report.MessageSid, code: report.ErrorCode });
  });
}

/**
 * Asks the provider about a text whose last report is missing. Idempotent. Throws if the provider
 * can't be asked, so that the job runs again.
 */
export async function lookUpText(deps: Deps, key: TextKey): Promise<void> {
  const known = await deps.db.transaction((tx) => lockText(tx, key));
  if (!deps.texts || !known?.sid || !unsettled.includes(known.state)) return;
  const { sid, attempts } = known;
  const report = await deps.texts.read(sid);
  if (report === null) throw new Error("The provider couldn't be asked about a text");
  const state = report === "missing" ? null : stateOf(report.status);
  if (report === "missing" || !state) return;
  await deps.db.transaction(async (tx) => {
    const row = await lockText(tx, key);
    // Another attempt was made meanwhile.
    if (row?.attempts !== attempts || row.sid !== sid) return;
    await settleText(deps, tx, row, { state, sid, code: report.code });
  });
}

const unsettled: TextState[] = ["unknown", "accepted", "sent"];
