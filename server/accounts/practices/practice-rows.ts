// Rows of the owner's list of practices, read live. A long list reads only those on its page.
import { and, eq, inArray, sql } from "drizzle-orm";
import { type ListedClient, onboardingSteps, practiceFigureDays } from "#contract/practices.ts";
import { dayAfter, dayIn, startOfDay } from "#contract/zones.ts";
import { accounts, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { countCostsOf } from "#server/desk/reports/comparison-figures.ts";
import { countPracticeFigures } from "#server/desk/reports/practice-figures.ts";
import { AppError } from "#server/errors.ts";
import { findUnreachable } from "#server/messages/alerts/reachability.ts";
import { statusOf } from "#server/people/accounts.ts";
import { listProblems } from "#server/sources/intake/source-problems.ts";
import { sumUnpaid } from "./billing.ts";
import { countWaiting, findLastLeads, findLastSignIns } from "./last-events.ts";
import { stepsDone } from "./onboarding.ts";

/** Reads practices, in the order of the ids. */
export async function readPractices(deps: Deps, clientIds: string[]): Promise<ListedClient[]> {
  if (clientIds.length === 0) return [];
  const rows = new Map((await readRows(deps, clientIds)).map((row) => [row.client.id, row]));
  const figures = await countPracticeFigures(deps, clientIds);
  const costs = await countCosts(deps, [...rows.values()]);
  const lastLeads = await findLastLeads(deps, clientIds);
  const lastSignIns = await findLastSignIns(deps, clientIds);
  const waiting = await countWaiting(deps, clientIds);
  const problems = await listProblems(deps, clientIds);
  const unpaid = await sumUnpaid(deps, clientIds);
  const unreachable = await findUnreachable(deps, clientIds);
  return clientIds.flatMap((id) => {
    const row = rows.get(id);
    const counted = figures.get(id);
    const cost = costs.get(id);
    if (!row || !counted || !cost) return [];
    const { client, isAddressConfirmed, ...steps } = row;
    return {
      _id: id,
      name: client.name,
      city: client.city,
      state: client.state,
      status: statusOf(client),
      isAddressConfirmed,
      registeredAt: client.createdAt.toISOString(),
      approvedAt: client.approvedAt?.toISOString() ?? null,
      suspendedAt: client.suspendedAt?.toISOString() ?? null,
      endedAt: client.endedAt?.toISOString() ?? null,
      lastSignedInAt: lastSignIns.get(id)?.toISOString() ?? null,
      figures: counted,
      costs: { perLead: cost.perLead, perBooked: cost.perBooked },
      lastLeadAt: lastLeads.get(id)?.toISOString() ?? null,
      uncalled: waiting.get(id)?.uncalled ?? 0,
      waitingSince: waiting.get(id)?.since?.toISOString() ?? null,
      sourceProblems: problems.get(id) ?? [],
      // No one can log in to practices that aren't active, and their leads wait for approval.
      isUnreachable: statusOf(client) === "active" && unreachable.has(id),
      package: client.package,
      feeCents: client.feeCents,
      nextInvoiceOn: client.nextInvoiceOn,
      unpaidCents: unpaid.get(id) ?? 0,
      tags: client.tags,
      steps: onboardingSteps.filter((step) => steps[step]),
    };
  });
}

/** Counts each practice's costs from the last days, including today, in its time zone. */
async function countCosts(deps: Deps, rows: Awaited<ReturnType<typeof readRows>>) {
  const spans = rows.map(({ client: { id, timeZone } }) => {
    const today = dayIn(deps.now(), timeZone);
    return {
      ...{ clientId: id, timeZone },
      from: startOfDay(dayAfter(today, 1 - practiceFigureDays), timeZone),
      to: startOfDay(dayAfter(today, 1), timeZone),
    };
  });
  const { each } = await countCostsOf(deps, spans);
  return new Map(spans.map(({ clientId }, place) => [clientId, each[place]]));
}

/** Throws `not_found`. */
export async function readPractice(deps: Deps, clientId: string): Promise<ListedClient> {
  const [practice] = await readPractices(deps, [clientId]);
  if (!practice) throw new AppError("not_found");
  return practice;
}

function readRows(deps: Deps, clientIds: string[]) {
  return deps.db
    .select({
      client: clients,
      isAddressConfirmed: sql<boolean>`${accounts.emailConfirmedAt} is not null`,
      ...stepsDone(deps),
    })
    .from(clients)
    .innerJoin(accounts, and(eq(accounts.id, firstManager), eq(accounts.clientId, clients.id)))
    .where(inArray(clients.id, clientIds));
}

/** Subquery for statements that read `clients`. */
const firstManager = sql`(
  select manager.id from ${accounts} manager
  where manager.client_id = ${clients.id} and manager.role = 'manager'
    and manager.deactivated_at is null
  order by manager.created_at, manager.id limit 1
)`;
