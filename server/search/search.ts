// "Find anything" in the owner's console.
import { type ConsoleRole, mayUse } from "#contract/console-roles.ts";
import type { Findings } from "#contract/search.ts";
import type { Deps } from "#server/deps.ts";
import { auditViews } from "#server/records/audit/audit.ts";
import { findLeads } from "./find-leads.ts";
import {
  findCampaigns,
  findContactRequests,
  findPeople,
  findPractices,
  findSources,
} from "./find-rows.ts";
import { findSubmissions } from "./find-submissions.ts";
import { contactIn, findsPeople, findsThings } from "./search-scope.ts";

type Reader = {
  accountId: string;
  /** The request's IP address. */
  address: string;
};

/**
 * Handles `GET /api/admin/search`, with a concurrent statement per kind. Each practice whose leads,
 * people or submissions are found gets an audit entry with counts but no text, which may be a name.
 * Helpers find only contact requests and campaigns. Throws `too_many_requests`.
 */
export async function findAnything(
  deps: Pick<Deps, "db" | "now" | "limits">,
  { role, ...reader }: Reader & { role: ConsoleRole },
  search: string,
): Promise<Findings> {
  if (!findsThings(search)) return nothing;
  await deps.limits.count("searchPerOwner", reader.accountId);
  if (!mayUse(role, undefined)) {
    const [contactRequests, campaigns] = await Promise.all([
      findContactRequests(deps, search),
      findCampaigns(deps, search),
    ]);
    return { ...nothing, contactRequests, campaigns };
  }
  const contact = contactIn(search);
  const hasPeople = findsPeople(search);
  const [found, submissions, people, contactRequests, practices, campaigns, sources] =
    await Promise.all([
      hasPeople ? findLeads(deps, search) : noLeads,
      contact ? findSubmissions(deps, contact) : [],
      hasPeople ? findPeople(deps, search) : [],
      findContactRequests(deps, search),
      findPractices(deps, search),
      findCampaigns(deps, search),
      findSources(deps, search),
    ]);
  const ofPeople = { ...found, submissions, people };
  await auditFound(deps, reader, ofPeople);
  return { ...ofPeople, contactRequests, practices, campaigns, sources };
}

const noLeads = { leads: [], hasMoreLeads: false };
const nothing: Findings = {
  ...{ ...noLeads, submissions: [], people: [] },
  ...{ contactRequests: [], practices: [], campaigns: [], sources: [] },
};

/** The kinds of findings about a practice's people, which are counted in the audit log. */
const audited = ["leads", "people", "submissions"] as const;

/** Writes only one entry for the same counts within ten minutes, as when someone types a name. */
async function auditFound(
  deps: Pick<Deps, "db" | "now">,
  reader: Reader,
  findings: Pick<Findings, (typeof audited)[number]>,
) {
  const counts = new Map<string, Record<string, number>>();
  for (const kind of audited) {
    for (const { practice } of findings[kind]) {
      const counted = counts.get(practice._id) ?? {};
      counted[kind] = (counted[kind] ?? 0) + 1;
      counts.set(practice._id, counted);
    }
  }
  // The entries are written one after the other, because each takes a connection.
  for (const [clientId, counted] of counts) {
    const detail = Object.fromEntries(
      Object.entries(counted).map(([kind, count]) => [kind, String(count)]),
    );
    await auditViews(deps, [clientId], { ...reader, action: "people_found", detail });
  }
}
