// A practice's own phones, which ring for new leads. Each is confirmed with a code that a call
// speaks.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { officePhoneMessages } from "#content/messages.ts";
import { ringWords } from "#content/rings.ts";
import { minuteMs } from "#contract/durations.ts";
import { uuid } from "#contract/fields.ts";
import {
  maxOfficePhones,
  type NewOfficePhone,
  type OfficePhones,
  type Ringing,
} from "#contract/rings.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { clients, officePhones } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { judgeNumber } from "#server/desk/phone/dialed-number.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { AppError } from "#server/errors.ts";
import { readSignedForm } from "#server/http/signed-form.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { writeTwiml } from "#server/outside/twiml.ts";
import type { CallAnswer } from "#server/outside/voice.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";

type OfficePhone = typeof officePhones.$inferSelect;

const codeMinutes = 15;
/** Wrong attempts before a code is void. There are a million codes. */
const maxTries = 5;
const ringSeconds = 25;
/** The key for hearing the code, so that it isn't left on a voicemail. */
const hearKey = "1";
const keySeconds = 10;

/** Lists all phones that aren't removed, confirmed or not, in the order in which they ring. */
export async function listOfficePhones(
  { db }: { db: Database | Transaction },
  clientId: string,
): Promise<OfficePhone[]> {
  return db
    .select()
    .from(officePhones)
    .where(and(eq(officePhones.clientId, clientId), isNull(officePhones.endedAt)))
    .orderBy(asc(officePhones.place), asc(officePhones.id));
}

/** Handles `GET /api/office-phones`. */
export async function getOfficePhones(
  deps: Pick<Deps, "db" | "voice">,
  { clientId }: SignedInClient,
): Promise<OfficePhones> {
  const phones = await listOfficePhones(deps, clientId);
  const [practice] = await deps.db
    .select({
      ...{ number: clients.phoneNumber, onAt: clients.ringsOnAt },
      delaySeconds: clients.ringDelaySeconds,
    })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  const { number, onAt, delaySeconds } = practice;
  return {
    hasCalls: deps.voice !== null,
    number,
    ringing: { isOn: onAt !== null, delaySeconds },
    phones: phones.map(({ id, name, phone, confirmedAt, problem }) => ({
      ...{ _id: id, name, phone, problem },
      isConfirmed: confirmedAt !== null,
    })),
  };
}

/**
 * Handles `POST /api/office-phones`: calls the phone with a code; a confirmed phone only gets its
 * new name. Throws `invalid` for a number outside the configured countries or without a provider,
 * and `conflict` for too many phones or if the provider rejects the call.
 */
export async function addOfficePhone(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient,
  input: NewOfficePhone,
): Promise<void> {
  const { clientId } = client;
  const phone = officeNumber(deps, input.phone);
  await deps.limits.count("officeCallPerPractice", clientId);
  await deps.limits.count("officeCallPerPhone", phone);
  const added = await deps.db.transaction(async (tx) => {
    const practice = await lockPractice(tx, clientId);
    const known = await listOfficePhones({ db: tx }, clientId);
    const same = known.find((one) => one.phone === phone);
    if (same?.confirmedAt && !same.problem) {
      await tx.update(officePhones).set({ name: input.name }).where(thisPhone(same));
      await auditPhones(deps, tx, { visitor, client, before: known });
      return null;
    }
    if (!same && known.length >= maxOfficePhones) {
      throw new AppError("conflict", { sentence: officePhoneMessages.tooMany });
    }
    const now = deps.now();
    const fresh = {
      ...{ name: input.name, confirmedAt: null, problem: null, endedAt: null, createdAt: now },
      place: same?.place ?? (known.at(-1)?.place ?? 0) + 1,
      ...{ codeToken: randomBytes(16).toString("base64url"), codeTries: 0 },
      codeExpiresAt: new Date(now.getTime() + codeMinutes * minuteMs),
    };
    const [row] = await tx
      .insert(officePhones)
      .values({ clientId, phone, ...fresh })
      .onConflictDoUpdate({
        target: [officePhones.clientId, officePhones.phone],
        set: fresh,
      })
      .returning();
    if (!row) throw new Error("The phone was not stored");
    await auditPhones(deps, tx, { visitor, client, before: known });
    return { row, from: practice.phoneNumber };
  });
  if (added) await callWithCode(deps, added.row, added.from);
}

/**
 * Throws `not_found`, and `invalid` for a wrong code. Five wrong codes void the code, and a new one
 * is needed.
 */
export async function confirmOfficePhone(
  deps: Pick<Deps, "db" | "now" | "config">,
  visitor: Visitor,
  client: SignedInClient,
  { phoneId, code }: { phoneId: string; code: string },
): Promise<void> {
  const { clientId } = client;
  const problem = await deps.db.transaction(async (tx) => {
    await lockPractice(tx, clientId);
    const before = await listOfficePhones({ db: tx }, clientId);
    const [row] = await tx
      .select()
      .from(officePhones)
      .where(and(thisPhone({ clientId, id: phoneId }), isNull(officePhones.endedAt)))
      .for("update");
    if (!row) throw new AppError("not_found");
    if (row.confirmedAt) return null;
    const expected = codeOf(deps, row);
    if (!expected) return "dead_code";
    const isRight = timingSafeEqual(Buffer.from(code), Buffer.from(expected));
    const tries = row.codeTries + 1;
    await tx
      .update(officePhones)
      .set(
        isRight
          ? { confirmedAt: deps.now(), codeToken: null }
          : { codeTries: tries, ...(tries >= maxTries && { codeToken: null }) },
      )
      .where(thisPhone(row));
    await auditPhones(deps, tx, { visitor, client, before });
    return isRight ? null : "wrong_code";
  });
  if (problem) throw new AppError("invalid", { fields: { code: problem } });
}

/**
 * Phones that aren't listed follow in their previous order. Throws `not_found` for any other phone.
 */
export async function orderOfficePhones(
  deps: Pick<Deps, "db" | "now">,
  visitor: Visitor,
  client: SignedInClient,
  phoneIds: string[],
): Promise<void> {
  const { clientId } = client;
  await deps.db.transaction(async (tx) => {
    await lockPractice(tx, clientId);
    const before = await listOfficePhones({ db: tx }, clientId);
    const known = before.map(({ id }) => id);
    if (!phoneIds.every((id) => known.includes(id))) throw new AppError("not_found");
    for (const [index, id] of [...new Set([...phoneIds, ...known])].entries()) {
      await tx
        .update(officePhones)
        .set({ place: index + 1 })
        .where(thisPhone({ clientId, id }));
    }
    await auditPhones(deps, tx, { visitor, client, before });
  });
}

/** Throws `not_found`. */
export async function removeOfficePhone(
  deps: Pick<Deps, "db" | "now">,
  visitor: Visitor,
  client: SignedInClient,
  phoneId: string,
): Promise<void> {
  const { clientId } = client;
  await deps.db.transaction(async (tx) => {
    await lockPractice(tx, clientId);
    const before = await listOfficePhones({ db: tx }, clientId);
    const removed = await tx
      .update(officePhones)
      .set({ endedAt: deps.now(), confirmedAt: null, codeToken: null })
      .where(and(thisPhone({ clientId, id: phoneId }), isNull(officePhones.endedAt)))
      .returning({ id: officePhones.id });
    if (removed.length === 0) throw new AppError("not_found");
    await auditPhones(deps, tx, { visitor, client, before });
  });
}

/** Audits a change of the phones that ring, with their names and numbers in order. */
async function auditPhones(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  who: { visitor: Visitor; client: SignedInClient; before: OfficePhone[] },
): Promise<void> {
  const { visitor, client, before } = who;
  const { accountId, clientId } = client;
  const after = await listOfficePhones({ db: tx }, clientId);
  const changes = changesIn({ officePhones: textOf(before) }, { officePhones: textOf(after) });
  if (changes.length === 0) return;
  await audit(deps, tx, {
    action: "office_phones_changed",
    ...{ accountId, clientId, address: visitor.address, detail: changesDetail(changes) },
  });
}

function textOf(phones: OfficePhone[]): string | null {
  const ringing = phones.filter(({ confirmedAt }) => confirmedAt !== null);
  return ringing.map(({ name, phone }) => `${name} ${phone}`).join(", ") || null;
}

/**
 * Turns the ringing for new leads on or off. Rings that are due check the switch again before each
 * call. Throws `conflict` if it is turned on without a confirmed phone, the practice's own number
 * or a provider.
 */
export async function switchRings(
  deps: Pick<Deps, "db" | "now" | "voice">,
  { address }: Visitor,
  { accountId, clientId }: SignedInClient,
  { isOn, delaySeconds }: Ringing,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const practice = await lockPractice(tx, clientId);
    if (isOn && (!practice.phoneNumber || !deps.voice)) {
      throw new AppError("conflict", { sentence: officePhoneMessages.noNumber });
    }
    const phones = await listOfficePhones({ db: tx }, clientId);
    if (isOn && !phones.some(({ confirmedAt, problem }) => confirmedAt && !problem)) {
      throw new AppError("conflict", { sentence: officePhoneMessages.noPhone });
    }
    const ringsOnAt = isOn ? (practice.ringsOnAt ?? deps.now()) : null;
    await tx
      .update(clients)
      .set({ ringsOnAt, ringDelaySeconds: delaySeconds })
      .where(eq(clients.id, clientId));
    const before = practice.ringsOnAt && `${practice.ringDelaySeconds} s`;
    const changes = changesIn({ rings: before }, { rings: isOn ? `${delaySeconds} s` : null });
    if (changes.length === 0) return;
    const detail = changesDetail(changes);
    await audit(deps, tx, { action: "rings_changed", accountId, clientId, address, detail });
  });
}

/** Records what the provider's response says about the phone. */
export async function recordCallAnswer(
  db: Database | Transaction,
  phone: Pick<OfficePhone, "clientId" | "id">,
  answer: CallAnswer,
): Promise<void> {
  if (answer.result !== "refused" || answer.problem === "failed") return;
  await db.update(officePhones).set({ problem: answer.problem }).where(thisPhone(phone));
}

const codeSteps = ["answer", "key", "status"] as const;
const About = z.object({
  practice: uuid,
  phone: uuid,
  token: z.string().max(100),
  step: z.enum(codeSteps),
});
const Pressed = z.object({ Digits: z.string() });

/**
 * Tells Twilio what a call with a code says. The code is spoken only after the right key and before
 * it expires; otherwise the call ends. Throws `forbidden` without Twilio's signature.
 */
export async function answerCodeCall(
  deps: Deps,
  asked: { url: URL; body: string; signature: string },
): Promise<string> {
  const fields = readSignedForm(deps, deps.voice, asked);
  const of = About.safeParse(Object.fromEntries(asked.url.searchParams)).data;
  if (!of || of.step === "status") return writeTwiml([]);
  const [row] = await deps.db
    .select()
    .from(officePhones)
    .where(
      and(
        thisPhone({ clientId: of.practice, id: of.phone }),
        eq(officePhones.codeToken, of.token),
        isNull(officePhones.endedAt),
      ),
    );
  const code = row ? codeOf(deps, row) : null;
  if (!row || !code) return writeTwiml([]);
  if (of.step === "answer") {
    const action = codeCallUrl(deps, row, "key");
    return writeTwiml([{ ask: ringWords.code.ask, action, seconds: keySeconds }]);
  }
  const pressed = Pressed.safeParse(Object.fromEntries(fields)).data?.Digits;
  if (pressed !== hearKey) return writeTwiml([]);
  return writeTwiml([{ say: ringWords.code.tell([...code].join(", ")) }]);
}

/** Waits for the provider's response so that it can be shown. */
async function callWithCode(deps: Deps, row: OfficePhone, practiceNumber: string | null) {
  const from = practiceNumber ?? deps.config.sms?.from;
  if (!deps.voice || !from) return;
  const answer = await deps.voice.call({
    ...{ to: row.phone, from, ringSeconds },
    answerUrl: codeCallUrl(deps, row, "answer"),
    statusUrl: codeCallUrl(deps, row, "status"),
  });
  if (answer.result === "accepted" || answer.result === "unknown") return;
  await recordCallAnswer(deps.db, row, answer);
  throw new AppError("conflict", { sentence: officePhoneMessages.notCalled });
}

function codeCallUrl(
  { config }: Pick<Deps, "config">,
  { clientId, id, codeToken }: OfficePhone,
  step: (typeof codeSteps)[number],
): string {
  const token = codeToken ?? "";
  const query = new URLSearchParams({ practice: clientId, phone: id, token, step });
  return `${config.origin}/api/voice/codes?${query}`;
}

function officeNumber({ config, voice }: Deps, typed: string): string {
  const { text } = readPhone(typed);
  const isUsable = voice && judgeNumber(text, config.callCountries) === null;
  if (!isUsable) throw new AppError("invalid", { fields: { phone: "not_a_phone" } });
  return text;
}

/**
 * Returns the pending code, or null if it is void or has expired. A call speaks it, so a hash
 * wouldn't do.
 */
function codeOf({ config, now }: Pick<Deps, "config" | "now">, row: OfficePhone): string | null {
  const { id, codeToken, codeExpiresAt } = row;
  if (!codeToken || !codeExpiresAt || codeExpiresAt <= now()) return null;
  const key = Buffer.from(hkdfSync("sha256", config.secret, "", "office phone codes", 32));
  const digest = createHmac("sha256", key).update(`${id} ${codeToken}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** 6).padStart(6, "0");
}

/** Serializes changes of the phones, so that each sees the others. */
async function lockPractice(tx: Transaction, clientId: string) {
  const [practice] = await tx
    .select({
      ...{ phoneNumber: clients.phoneNumber, ringsOnAt: clients.ringsOnAt },
      ringDelaySeconds: clients.ringDelaySeconds,
    })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for("no key update");
  if (!practice) throw new AppError("not_found");
  return practice;
}

function thisPhone({ clientId, id }: Pick<OfficePhone, "clientId" | "id">) {
  return and(eq(officePhones.clientId, clientId), eq(officePhones.id, id));
}
