// What the console's command palette offers besides the menu's screens and the open page's actions
// (palette-actions.tsx). A screen adds its own here, one line each.
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { consoleWords, consolePaletteWords as words } from "#content/console/frame.ts";
import { settingsWords } from "#content/console/settings.ts";

const { places: names } = consoleWords;

export type PaletteEntry = {
  name: string;
  beside?: string;
  /** The screen that it belongs to. */
  kind: string;
  url: string;
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

/** Each searches for what was typed, at least two characters. */
export const paletteFinders: ((search: string) => Promise<PaletteEntry[]>)[] = [
  findPractices,
  findSources,
  findCampaigns,
  findSets,
  findContactRequests,
];

/** The limit for long lists; typing more narrows the search. */
const shownOfList = 10;

/** By name, address or number, in any state; the newest first. */
async function findContactRequests(search: string): Promise<PaletteEntry[]> {
  const query = { search, limit: String(shownOfList) };
  const found = await askApi(() => api.admin["contact-requests"].$get({ query }));
  if (!found.isDone) return [];
  return found.answer.contactRequests.map(({ _id, fullName, email }) => ({
    ...{ name: fullName || email, beside: email, kind: words.contactRequest },
    url: `/admin/requests/${_id}`,
  }));
}

async function findPractices(search: string): Promise<PaletteEntry[]> {
  const found = await askApi(() => api.admin["practice-names"].$get({ query: { search } }));
  if (!found.isDone) return [];
  return found.answer.practices.map(({ _id, name, city, state }) => ({
    ...{ name, beside: `${city}, ${state}`, kind: words.practice },
    url: `/admin/practice?id=${_id}`,
  }));
}

async function findSources(search: string): Promise<PaletteEntry[]> {
  const found = await askApi(() => api.admin.sources.$get({ query: { search } }));
  if (!found.isDone) return [];
  return found.answer.sources.slice(0, shownOfList).map(({ _id, name, practice }) => ({
    ...{ name, beside: practice.name, kind: words.source },
    url: `/admin/source?id=${_id}`,
  }));
}

async function findCampaigns(search: string): Promise<PaletteEntry[]> {
  const found = await askApi(() => api.admin.campaigns.$get({ query: { search } }));
  if (!found.isDone) return [];
  return found.answer.campaigns.slice(0, shownOfList).map(({ _id, name, practice }) => ({
    ...{ name, beside: practice.name, kind: words.campaign },
    url: `/admin/campaign?id=${_id}`,
  }));
}

async function findSets(search: string): Promise<PaletteEntry[]> {
  const found = await askApi(() => api.admin["template-sets"].$get());
  if (!found.isDone) return [];
  const sought = search.toLowerCase();
  return found.answer.sets
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .map(({ _id, name }) => ({
      ...{ name, kind: words.templateSet },
      url: `/admin/template-set?id=${_id}`,
    }));
}
