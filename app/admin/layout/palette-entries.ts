// The entries of the console's command palette, without the menu's screens and the actions of the
// open page (palette-actions.tsx). Each screen adds its entries here, one per line.
import { agencyZone } from "#app/admin/agency-hours.ts";
import { api } from "#app/api.ts";
import { askApi, type Outcome } from "#app/ui/ask-api.ts";
import { readNow } from "#app/ui/now.tsx";
import { campaignPlatformNames } from "#content/console/campaigns.ts";
import { contactRequestWords } from "#content/console/contact-requests.ts";
import { consoleWords, consolePaletteWords as words } from "#content/console/frame.ts";
import { settingsWords } from "#content/console/settings.ts";
import { deliveryResultNames, sourceKindNames } from "#content/console/sources.ts";
import { leadStateNames } from "#content/desk/outcomes.ts";
import { roleNames } from "#content/desk/people.ts";
import { callName } from "#contract/call-name.ts";
import { timeText } from "#contract/moment-text.ts";
import { phoneText } from "#contract/phone.ts";
import type { Findings, FoundLead } from "#contract/search.ts";

const { places: names } = consoleWords;

export type PaletteEntry = {
  name: string;
  beside?: string;
  aside?: string;
  group?: string;
  /** The name of the screen that the entry belongs to. */
  kind: string;
  url: string;
  second?: { name: string; label: string; url: string };
};

export const paletteEntries: PaletteEntry[] = [
  { name: words.newContactRequests, kind: names.contactRequests, url: "/admin/requests" },
  { name: words.invite, kind: names.practices, url: "/admin/practices#invite" },
  { name: words.compare, kind: names.practices, url: "/admin/compare" },
  { name: words.failedMail, kind: names.mail, url: "/admin/mail?state=failed" },
  { name: words.twoStep, kind: names.account, url: "/admin/account#two-step-login" },
  ...Object.entries(settingsWords.sections).map(([id, name]) => ({
    ...{ name, kind: names.settings, url: `/admin/settings#${id}` },
  })),
  { name: words.logOut, kind: names.account, url: "/lms?lo=true" },
];

export type Found = {
  /** The entries that were found, sorted by group. */
  entries: PaletteEntry[];
  hasMoreLeads: boolean;
};

/** Searches all practices for the text. */
export async function findAnything(search: string): Promise<Outcome<Found>> {
  const [found, sets] = await Promise.all([
    askApi(() => api.admin.search.$get({ query: { q: search } })),
    findSets(search),
  ]);
  if (!found.isDone) return found;
  const { hasMoreLeads } = found.answer;
  return { isDone: true, answer: { entries: [...entriesOf(found.answer), ...sets], hasMoreLeads } };
}

function entriesOf(found: Findings): PaletteEntry[] {
  return [
    ...found.leads.map(leadEntry),
    ...found.submissions.map(({ receivedAt, result, practice, source }) => ({
      ...{ name: source.name, beside: practice.name, kind: words.submission },
      aside: `${deliveryResultNames[result]}, ${shortTime(receivedAt)}`,
      ...{ group: words.groups.submissions, url: `/admin/source?id=${source._id}#deliveries` },
    })),
    ...found.people.map(({ name, email, role, practice }) => ({
      ...{ name, beside: `${practice.name} · ${email}`, aside: roleNames[role] },
      ...{ kind: words.person, group: words.groups.people },
      url: `/admin/practice?id=${practice._id}`,
    })),
    ...found.contactRequests.map(({ _id, name, email, receivedAt, state }) => ({
      ...{ name: name || email, beside: email, kind: words.contactRequest },
      aside: `${contactRequestWords.listNames[state]}, ${shortTime(receivedAt)}`,
      ...{ group: words.groups.contactRequests, url: `/admin/requests/${_id}` },
    })),
    ...found.practices.map(({ _id, name, city, state }) => ({
      ...{ name, beside: `${city}, ${state}`, kind: words.practice },
      ...{ group: words.groups.practices, url: `/admin/practice?id=${_id}` },
    })),
    ...found.campaigns.map(({ _id, name, platform, practice }) => ({
      ...{ name, beside: practice.name, aside: campaignPlatformNames[platform] },
      ...{ kind: words.campaign, group: words.groups.campaigns },
      url: `/admin/campaign?id=${_id}`,
    })),
    ...found.sources.map(({ _id, name, kind, practice }) => ({
      ...{ name, beside: practice.name, aside: sourceKindNames[kind] },
      ...{ kind: words.source, group: words.groups.sources },
      url: `/admin/source?id=${_id}`,
    })),
  ];
}

function leadEntry(lead: FoundLead): PaletteEntry {
  const { _id, state, practice, source, receivedAt } = lead;
  const [name, phone] = [callName(lead), phoneText(lead.phone)];
  const known = [practice.name, phone || lead.email, source?.name];
  return {
    ...{ name, kind: words.lead, group: words.groups.leads },
    beside: known.filter(Boolean).join(" · "),
    aside: `${leadStateNames[state]}, ${shortTime(receivedAt)}`,
    url: `/lms/lead?id=${_id}&client=${practice._id}`,
    ...(source && {
      second: {
        ...{ name: words.submission, label: words.submissionOf(name) },
        url: `/admin/source?id=${source._id}&lead=${_id}#deliveries`,
      },
    }),
  };
}

function shortTime(at: string): string {
  return timeText(at, readNow(), agencyZone);
}

async function findSets(search: string): Promise<PaletteEntry[]> {
  const found = await askApi(() => api.admin["template-sets"].$get());
  if (!found.isDone) return [];
  const sought = search.toLowerCase();
  return found.answer.sets
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .map(({ _id, name }) => ({
      ...{ name, kind: words.templateSet, group: words.groups.templateSets },
      url: `/admin/template-set?id=${_id}`,
    }));
}
