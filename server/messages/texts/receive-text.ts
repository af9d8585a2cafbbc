// Stores a text that a person sent to a practice's number.
import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "#server/db/database.ts";
import { clients, inquiries, leads, texts, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { readSignedForm } from "#server/http/signed-form.ts";
import { queueTextAlert } from "#server/messages/alerts/text-alerts.ts";
import { noReply } from "#server/outside/twiml.ts";
import { claimTexts } from "./claim-texts.ts";
import { readTextIntent, type TextIntent } from "./opt-out.ts";
import { allowTexts, stopTexts } from "./opt-outs.ts";

/** Longer than any text that a provider delivers (1,600). */
const maxBodyLength = 2000;
/** A merge may move the lead between finding and locking it. */
const maxTries = 5;

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
 * text to a number of no practice stores nothing. Throws `forbidden` without Twilio's signature.
 */
export async function receiveText(
  deps: Deps,
  request: { url: URL; body: string; signature: string },
): Promise<string> {
  const fields = readSignedForm(deps, deps.texts, request);
  const posted = Posted.safeParse(Object.fromEntries(fields)).data;
  const practice = posted && (await findPractice(deps, posted.To));
  if (posted && practice) {
    await deps.db.transaction((tx) => storeText(deps, tx, practice, posted));
  }
  return noReply;
}

type Practice = { clientId: string; isWorking: boolean };

/** A practice's number is unique, so it names the practice. */
async function findPractice({ db }: Deps, number: string): Promise<Practice | null> {
  const [row] = await db.select().from(clients).where(eq(clients.phoneNumber, number));
  if (!row) return null;
  const isWorking = row.approvedAt !== null && !row.suspendedAt && !row.endedAt;
  return { clientId: row.id, isWorking };
}

async function storeText(
  deps: Deps,
  tx: Transaction,
  { clientId, isWorking }: Practice,
  posted: Posted,
): Promise<void> {
  const { From: phone, MessageSid: sid } = posted;
  const intent = readTextIntent(posted.Body, posted.OptOutType);
  // A practice that the agency no longer works for gets no texts, but its opt-outs count.
  if (!isWorking) return changeStop(deps, tx, { clientId, phone, leadId: null }, intent, posted);
  const leadId = await lockLeadOf(tx, clientId, phone);
  const [stored] = await tx
    .insert(texts)
    .values({
      ...{ clientId, leadId, direction: "in", phone, sid, state: "received" },
      body: storable(posted.Body),
      ...{ segments: posted.NumSegments, mediaCount: posted.NumMedia, createdAt: deps.now() },
    })
    .onConflictDoNothing()
    .returning({ id: texts.id });
  if (!stored) return;
  if (leadId) {
    const data = { textId: stored.id };
    const at = deps.now();
    await tx.insert(timeline).values({ clientId, leadId, kind: "text_received", at, data });
  }
  if (leadId) await claimTexts(tx, { clientId, leadId, phone });
  await changeStop(deps, tx, { clientId, phone, leadId }, intent, posted);
  await notifyPractice(
    tx,
    leadId ? { clientId, leadId, kind: "lead" } : { clientId, kind: "texts" },
  );
  // Nobody has to answer an opt-out.
  if (leadId && !intent) await queueTextAlert(deps, tx, { clientId, leadId, textId: stored.id });
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

/**
 * Locks the lead with this number whose newest inquiry is the newest, or returns null. A number in
 * an inquiry counts too: a returning person may have given another one.
 */
async function lockLeadOf(
  tx: Transaction,
  clientId: string,
  phone: string,
): Promise<string | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const leadId = await findLeadOf(tx, clientId, phone);
    if (!leadId) return null;
    const [locked] = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId), isNull(leads.deletedAt)))
      .for("no key update");
    if (locked) return leadId;
  }
  return null;
}

async function findLeadOf(tx: Transaction, clientId: string, phone: string) {
  const isLive = and(eq(leads.clientId, clientId), isNull(leads.deletedAt));
  const of = { id: leads.id, startedAt: leads.startedAt };
  const [known] = await tx
    .select(of)
    .from(leads)
    .where(and(isLive, eq(leads.phone, phone)))
    .orderBy(desc(leads.startedAt), desc(leads.id))
    .limit(1);
  const [asked] = await tx
    .select(of)
    .from(inquiries)
    .innerJoin(leads, and(isLive, eq(leads.id, inquiries.leadId)))
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.phone, phone)))
    .orderBy(desc(leads.startedAt), desc(leads.id))
    .limit(1);
  if (!known || !asked) return (known ?? asked)?.id ?? null;
  return asked.startedAt > known.startedAt ? asked.id : known.id;
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function storable(body: string): string {
  return body.slice(0, maxBodyLength).toWellFormed().replaceAll("\u0000", "");
}
