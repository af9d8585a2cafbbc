// Stores a text that a person sent to a practice's number.
import { z } from "zod";
import { maxTextMedia, type TextMedia, TextMediaType } from "#contract/texts.ts";
import type { Transaction } from "#server/db/database.ts";
import { texts, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { claimTexts } from "#server/desk/leads/claim-texts.ts";
import { lockLeadOfNumber } from "#server/desk/leads/lead-of-number.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { readSignedForm } from "#server/http/signed-form.ts";
import { queueContactAlert, queueStrangerAlert } from "#server/messages/alerts/text-alerts.ts";
import { mediaIdOf } from "#server/outside/texts.ts";
import { noReply } from "#server/outside/twiml.ts";
import {
  type CalledPractice,
  findFormerPractices,
  findPracticeOfNumber,
} from "#server/people/practice-of-number.ts";
import { readTextIntent, type TextIntent } from "./opt-out.ts";
import { allowTexts, stopTexts } from "./opt-outs.ts";

/** Longer than any text that a provider delivers (1,600). */
const maxBodyLength = 2000;

/** Twilio's fields: twilio.com/docs/messaging/guides/webhook-request. */
const Posted = z.object({
  MessageSid: z.string().min(1).max(100),
  From: z.string().min(1).max(100),
  To: z.string().min(1).max(100),
  Body: z.string().catch(""),
  NumMedia: z.coerce.number().int().min(0).max(100).catch(0),
  NumSegments: z.coerce.number().int().min(0).max(100).catch(1),
  OptOutType: z.string().catch(""),
});
type Posted = z.infer<typeof Posted>;

/**
 * Stores a text and returns an empty TwiML: nothing is answered. Idempotent by the provider's id. A
 * text to a number of no practice stores nothing, except for an opt-out from one that had it. Throws `forbidden` without Twilio's signature.
 */
export async function receiveText(
  deps: Deps,
  request: { url: URL; body: string; signature: string },
): Promise<string> {
  const fields = readSignedForm(deps, deps.texts, request);
  const posted = Posted.safeParse(Object.fromEntries(fields)).data;
  const practice = posted && (await findPracticeOfNumber(deps, posted.To));
  if (posted && practice) {
    const media = mediaIn(fields, posted);
    await deps.db.transaction((tx) => storeText(deps, tx, practice, { ...posted, media }));
  }
  if (posted) await stopFormer(deps, posted);
  return noReply;
}

/** Lists what can be opened later: of a kind that we pass on, at the provider. */
function mediaIn(fields: [string, string][], { MessageSid }: Posted): TextMedia[] {
  const field = new Map(fields);
  const at = Array.from({ length: maxTextMedia }, (_, index) => index);
  return at.flatMap((index) => {
    const id = mediaIdOf(field.get(`MediaUrl${index}`) ?? "", MessageSid);
    const type = TextMediaType.safeParse(field.get(`MediaContentType${index}`)).data;
    return id && type ? { id, type } : [];
  });
}

async function storeText(
  deps: Deps,
  tx: Transaction,
  { clientId, isWorking }: CalledPractice,
  posted: Posted & { media: TextMedia[] },
): Promise<void> {
  const { From: phone, MessageSid: sid, media } = posted;
  const intent = readTextIntent(posted.Body, posted.OptOutType);
  // A practice that the agency no longer works for gets no texts, but its opt-outs count.
  if (!isWorking) return changeStop(deps, tx, { clientId, phone, leadId: null }, intent, posted);
  const leadId = await lockLeadOfNumber(tx, clientId, phone);
  const [stored] = await tx
    .insert(texts)
    .values({
      ...{ clientId, leadId, direction: "in", phone, sid, state: "received" },
      body: storable(posted.Body),
      ...{ segments: posted.NumSegments, mediaCount: posted.NumMedia, media },
      createdAt: deps.now(),
    })
    .onConflictDoNothing()
    .returning({ id: texts.id });
  if (!stored) return;
  if (leadId) {
    const data = { textId: stored.id };
    const at = deps.now();
    await tx.insert(timeline).values({ clientId, leadId, kind: "text_received", at, data });
  }
  if (leadId) await claimTexts(tx, clientId, [{ leadId, phone }]);
  await changeStop(deps, tx, { clientId, phone, leadId }, intent, posted);
  await notifyPractice(
    tx,
    leadId ? { clientId, leadId, kind: "lead" } : { clientId, kind: "texts" },
  );
  // Nobody has to answer an opt-out.
  if (intent) return;
  const textId = stored.id;
  const contact = { step: "text", occasion: textId } as const;
  if (leadId) await queueContactAlert(deps, tx, { clientId, leadId, ...contact });
  else await queueStrangerAlert(deps, tx, { clientId, textId, phone });
}

/** The person may be answering a text that came from the number when another practice had it. */
async function stopFormer(deps: Deps, posted: Posted): Promise<void> {
  const { From: phone, To: number, Body, OptOutType } = posted;
  const intent = readTextIntent(Body, OptOutType);
  if (intent !== "stop") return;
  for (const clientId of await findFormerPractices(deps, number)) {
    await deps.db.transaction(async (tx) => {
      const leadId = await lockLeadOfNumber(tx, clientId, phone);
      await changeStop(deps, tx, { clientId, phone, leadId }, intent, posted);
      if (leadId) await notifyPractice(tx, { clientId, leadId, kind: "lead" });
    });
  }
}

async function changeStop(
  deps: Deps,
  tx: Transaction,
  number: { clientId: string; phone: string; leadId: string | null },
  intent: TextIntent | null,
  { Body, OptOutType }: Posted,
) {
  if (intent === "start") await allowTexts(deps, tx, number);
  if (intent !== "stop") return;
  const isOneWord = !/\s/.test(Body.trim());
  await stopTexts(deps, tx, number, OptOutType || isOneWord ? "keyword" : "words");
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function storable(body: string): string {
  return body.slice(0, maxBodyLength).toWellFormed().replaceAll("\u0000", "");
}
