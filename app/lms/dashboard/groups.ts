// How the queue is parted, and how it takes in news without moving what is there. Pure.
import type { Lead, LeadSort } from "#contract/leads.ts";

export type LeadGroup = { name: string; leads: Lead[] };

/** In the order of `next` the list falls into groups by itself; other sorts are one. */
export function groupsOf(leads: Lead[], sort: LeadSort): LeadGroup[] {
  if (sort !== "next") return leads.length > 0 ? [{ name: "In the list", leads }] : [];
  const groups: LeadGroup[] = [
    { name: "Not called yet", leads: leads.filter((lead) => lead.uncalledSince) },
    {
      name: "Call-back due",
      leads: leads.filter((lead) => !lead.uncalledSince && lead.state === "callback"),
    },
    {
      name: "Called, still open",
      leads: leads.filter((lead) => !lead.uncalledSince && lead.state !== "callback"),
    },
  ];
  return groups.filter((group) => group.leads.length > 0);
}

/** The rows that are there, with what is new about them, in the order in which they stand. */
export function reconcile(shown: Lead[], fresh: Lead[]): Lead[] {
  const byId = new Map(fresh.map((lead) => [lead._id, lead]));
  return shown.map((lead) => byId.get(lead._id) ?? lead);
}
