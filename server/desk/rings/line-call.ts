// A call that a person starts from one of the practice's phones: the phone rings, and a 1 on it calls
// the lead. It is a ring that a person started, so the provider's requests, the lookups and the call
// are those of a ring.
import { randomBytes } from "node:crypto";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { lineCallMessages } from "#content/messages.ts";
import type { Lead } from "#contract/leads.ts";
import type { LineCall, NewLineCall } from "#contract/rings.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, calls, inquiries, leads, ringCalls, rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { lockLead, readLead } from "#server/desk/leads/lead.ts";
import { ringOf } from "#server/desk/phone/ring.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { listOpenCalls } from "./check-calls.ts";
import {
  judgeLineCall,
  type LineCallRefusal,
  lineCallStepOf,
  type RunningRing,
} from "./line-call-rules.ts";
import { listOfficePhones } from "./office-phones.ts";
import { isBeingCalled } from "./ring-permission.ts";
import {
  endCalls,
  lockTurns,
  type PlacedCall,
  placeCall,
  readWorkingPractice,
} from "./ring-practice.ts";
import { addEvents, lockRing, readEvents } from "./ring-store.ts";

/** Stored, but not placed yet. `ended`: the calls of rings that nobody has accepted. */
type Stored = { call: PlacedCall; ended: string[] };

/**
 * Rings an office phone for a person who wants to call the lead, and returns how that stands.
 * Idempotent: a repeated request only returns how it stands now. Throws `not_found`, and `conflict`
 * with the reason if the lead can't be called from this phone now.
 */
export async function startLineCall(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  { submissionId: id, officePhoneId }: NewLineCall,
): Promise<LineCall> {
  const { clientId } = client;
  const read = () => deps.db.transaction((tx) => readLineCall(tx, { clientId, leadId, id }));
  const known = await read();
  if (known) return known;
  const giveBack = await countCall(deps, clientId, officePhoneId);
  const stored = await deps.db
    .transaction((tx) => storeLineCall(deps, tx, client, { leadId, id, officePhoneId }))
    .catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
  if (stored && deps.voice) {
    // First, because the same phone may be ringing.
    await endCalls(deps.voice, stored.ended);
    const isFree = await placeCall(deps, deps.voice, stored.call);
    // The provider doesn't call this phone, so the practice's other rings go on.
    if (isFree) {
      await deps.db.transaction((tx) => deps.jobs.enqueue(tx, "ring-practice", { clientId }));
    }
  }
  const lineCall = await read();
  if (!lineCall) throw new AppError("not_found");
  // The provider didn't place the call, or another request with this id has counted it.
  if (!stored || lineCall.step === "phone_failed") await giveBack();
  return lineCall;
}

/**
 * Counts a click and a call. Returns a function that takes back the call, because nothing rings. Of
 * refused clicks, only the clicks themselves are limited.
 */
async function countCall({ limits }: Pick<Deps, "limits">, clientId: string, phoneId: string) {
  const phone = `${clientId} ${phoneId}`;
  await limits.count("lineClicksPerPractice", clientId);
  // Neither limit is used up by calls that the other one rejects.
  await limits.count("lineCallsPerPhone", phone);
  await limits.count("lineCallsPerPractice", clientId).catch(async (error: unknown) => {
    await limits.giveBack("lineCallsPerPhone", phone);
    throw error;
  });
  return async () => {
    await limits.giveBack("lineCallsPerPhone", phone);
    await limits.giveBack("lineCallsPerPractice", clientId);
  };
}

type LineCallKey = { clientId: string; leadId: string; id: string };

/** Returns null if the lead has no call with this id, or if the lead was deleted. */
async function readLineCall(
  tx: Transaction,
  { clientId, leadId, id }: LineCallKey,
): Promise<LineCall | null> {
  const [row] = await tx
    .select({ phoneName: ringCalls.name })
    .from(rings)
    .innerJoin(ringCalls, and(eq(ringCalls.clientId, clientId), eq(ringCalls.ringId, rings.id)))
    .innerJoin(leads, and(eq(leads.clientId, clientId), eq(leads.id, rings.leadId)))
    .where(
      and(
        ...[eq(rings.clientId, clientId), eq(rings.id, id), eq(rings.leadId, leadId)],
        ...[isNotNull(rings.startedBy), isNull(leads.deletedAt)],
      ),
    );
  if (!row) return null;
  const step = lineCallStepOf(ringOf(await readEvents(tx, { clientId, ringId: id })));
  return { _id: id, step, phoneName: row.phoneName };
}

/** Stores the ring and its call before anything rings. Returns null if it is stored already. */
async function storeLineCall(
  deps: Deps,
  tx: Transaction,
  client: SignedInClient,
  { leadId, id, officePhoneId }: { leadId: string; id: string; officePhoneId: string },
): Promise<Stored | null> {
  const { clientId, accountId } = client;
  const now = deps.now();
  // The practice's rings wait meanwhile, so that two clicks, or a click and a ring, don't cross.
  await lockTurns(tx, clientId);
  await lockLead(tx, client, leadId);
  if (await isKnown(tx, { clientId, leadId, id })) return null;
  const lead = await readLead(tx, client, leadId);
  const practice = await readWorkingPractice(tx, clientId);
  const fromNumber = practice?.phoneNumber ?? null;
  const phones = await listOfficePhones({ db: tx }, clientId);
  const phone = phones.find((one) => one.id === officePhoneId && one.confirmedAt && !one.problem);
  const open = await listOpenCalls({ db: tx }, clientId);
  const running = runningOf(open);
  const verdict = judgeLineCall({
    ...{ isOn: Boolean(deps.voice && fromNumber), isPhoneReady: phone !== undefined },
    ...{ phoneId: officePhoneId, lead, running, countries: deps.config.callCountries },
    isCalledByOther: await isCalledByOther(tx, client, lead, now),
  });
  if (verdict.refusal !== null) {
    const ring = running.find((one) => one.leadId === leadId);
    const who = ring?.startedBy
      ? await firstNameOf(tx, ring.startedBy)
      : (lead.openCall?.by ?? lead.ring?.phoneName);
    throw refusalOf(verdict.refusal, who);
  }
  if (!phone || !fromNumber) throw refusalOf("off");
  const { overtaken, freed } = verdict;
  for (const ringId of overtaken) {
    const row = await lockRing(tx, { clientId, ringId });
    const tools = { now: deps.now, jobs: null };
    if (row) await addEvents(tools, tx, row, [{ kind: "screen_won", at: now }]);
  }
  const ended = open.flatMap(({ call: { callSid, ringId, officePhoneId: phoneId } }) => {
    const isEnded = overtaken.includes(ringId) || (freed.includes(ringId) && phoneId === phone.id);
    return isEnded && callSid ? callSid : [];
  });
  const call = await insertRing(deps, tx, {
    ...{ clientId, leadId, id, accountId, fromNumber, now },
    phone: { officePhoneId: phone.id, name: phone.name, phone: phone.phone },
  });
  return { call, ended };
}

/** Throws `conflict` if the id is already that of something else. */
async function isKnown(tx: Transaction, { clientId, leadId, id }: LineCallKey): Promise<boolean> {
  const [ring] = await tx
    .select({ leadId: rings.leadId, startedBy: rings.startedBy })
    .from(rings)
    .where(and(eq(rings.clientId, clientId), eq(rings.id, id)));
  if (ring?.leadId === leadId && ring.startedBy) return true;
  const [call] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.clientId, clientId), eq(calls.id, id)));
  if (ring || call) throw new AppError("conflict");
  return false;
}

type OpenCalls = Awaited<ReturnType<typeof listOpenCalls>>;

function runningOf(open: OpenCalls): RunningRing[] {
  return [...Map.groupBy(open, ({ ring }) => ring.id)].flatMap(([ringId, own]) => {
    const [first] = own;
    if (!first) return [];
    const { leadId, state, startedBy } = first.ring;
    const phoneIds = own.map(({ call }) => call.officePhoneId);
    return { ringId, leadId, state, startedBy, phoneIds };
  });
}

/** A call of a phone counts only while its ring is running, which is judged separately. */
async function isCalledByOther(
  tx: Transaction,
  { clientId, accountId }: SignedInClient,
  { openCall }: Lead,
  now: Date,
): Promise<boolean> {
  if (!openCall || !isBeingCalled({ openCall }, now)) return false;
  const [call] = await tx
    .select({ accountId: calls.accountId, ringId: calls.ringId })
    .from(calls)
    .where(and(eq(calls.clientId, clientId), eq(calls.id, openCall._id)));
  return call?.ringId === null && call.accountId !== accountId;
}

async function firstNameOf(tx: Transaction, accountId: string): Promise<string | undefined> {
  const [person] = await tx
    .select({ name: accounts.firstName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return person?.name;
}

function refusalOf(refusal: LineCallRefusal, who?: string): AppError {
  const words = lineCallMessages;
  const sentence =
    refusal === "being_called" ? words.being_called(who ?? words.somebody) : words[refusal];
  return new AppError("conflict", { sentence });
}

type NewRing = {
  clientId: string;
  leadId: string;
  id: string;
  accountId: string;
  fromNumber: string;
  phone: { officePhoneId: string; name: string; phone: string };
  now: Date;
};

async function insertRing(
  deps: Deps,
  tx: Transaction,
  { clientId, leadId, id, accountId, fromNumber, phone, now }: NewRing,
): Promise<PlacedCall> {
  const [newest] = await tx
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)))
    .orderBy(desc(inquiries.submittedAt), desc(inquiries.id))
    .limit(1);
  if (!newest) throw new Error("The lead has no inquiry");
  const [row] = await tx
    .insert(rings)
    .values({
      ...{ clientId, id, leadId, inquiryId: newest.id, startedBy: accountId },
      ...{ dueAt: now, startedAt: now },
    })
    .returning();
  const [call] = await tx
    .insert(ringCalls)
    .values({
      ...{ clientId, ringId: id, attempt: 1, ...phone, fromNumber, placedAt: now },
      token: randomBytes(16).toString("base64url"),
    })
    .returning();
  if (!row || !call) throw new Error("The call was not stored");
  const tools = { now: deps.now, jobs: null };
  await addEvents(tools, tx, row, [{ kind: "placed", attempt: 1, at: now }]);
  return call;
}
