// A demo's new leads: each has its own job, timed from the demo's start.
import { and, eq, gt } from "drizzle-orm";
import { demoArrivals, demoPractice } from "#content/demo.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaigns, clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { queueAutomaticMails } from "#server/messages/mail/queue-automatic.ts";

/** Schedules the arrivals in the transaction that creates the demo. */
export async function scheduleArrivals(
  deps: Pick<Deps, "jobs" | "now">,
  tx: Transaction,
  clientId: string,
): Promise<void> {
  const jobs = demoArrivals.map(({ seconds }, index) => ({
    payload: { clientId, place: index + 1 },
    startAfter: new Date(deps.now().getTime() + seconds * 1000),
  }));
  await deps.jobs.enqueueAll(tx, "add-demo-lead", jobs);
}

/** Adds one new lead. Has no effect if the job runs twice or after the demo's end. */
export async function addDemoLead(
  deps: Deps,
  { clientId, place }: { clientId: string; place: number },
): Promise<void> {
  const arrival = demoArrivals[place - 1];
  if (!arrival) return;
  await deps.db.transaction(async (tx) => {
    const now = deps.now();
    const [demo] = await tx
      .select({ demoLeads: clients.demoLeads })
      .from(clients)
      .where(and(eq(clients.id, clientId), clients.isDemo, gt(clients.demoEndsAt, now)))
      .for("no key update");
    if (!demo || demo.demoLeads >= place) return;
    await tx.update(clients).set({ demoLeads: place }).where(eq(clients.id, clientId));
    const { firstName, lastName, answers, campaign } = arrival;
    const originOf = await readOrigins(tx, clientId);
    const { inquiryId } = await receiveInquiry({ jobs: deps.jobs }, tx, {
      clientId,
      ...originOf(campaign),
      person: {
        firstName,
        lastName,
        email: `${firstName}.${lastName}@example.com`.toLowerCase(),
        phone: `+1941555019${place}`,
        answers: answers.map(({ name, values }) => ({ name, values: [...values] })),
      },
      submittedAt: now,
      receivedAt: now,
      isTest: false,
    });
    await queueAutomaticMails(deps, tx, { clientId, inquiryIds: [inquiryId] });
  });
}

/**
 * Returns a function that maps a campaign's place to an inquiry's source and campaign. A null place
 * means the website.
 */
export async function readOrigins(tx: Transaction, clientId: string) {
  const named = await tx
    .select({ name: campaigns.name, id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.clientId, clientId));
  const from = await tx
    .select({ name: sources.name, id: sources.id })
    .from(sources)
    .where(eq(sources.clientId, clientId));
  const idOf = (rows: typeof named, name: string | undefined) =>
    rows.find((row) => row.name === name)?.id ?? null;
  const { ad, site } = demoPractice.sources;
  return (campaign: number | null) => ({
    sourceId: idOf(from, campaign === null ? site : ad),
    campaignId: campaign === null ? null : idOf(named, demoPractice.campaigns[campaign]?.name),
  });
}
