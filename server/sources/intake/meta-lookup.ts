// Looks up the pages that a token can read, for an owner who connects a Meta form.
import { sourceMessages } from "#content/console/sources.ts";
import { intakeMessages } from "#content/messages.ts";
import type { MetaLookup, MetaPages } from "#contract/sources.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { GraphRefusal } from "#server/outside/graph.ts";

type Tools = Pick<Deps, "graphPages">;

/** The time limit of a lookup. A browser waits longer: half a minute. */
const longestMs = 20_000;

/**
 * Returns the pages and forms without storing anything. Throws `conflict` with Graph's reason,
 * `unavailable`, `invalid` for a page that the token can't read.
 */
export async function lookUpPages(
  tools: Tools,
  lookup: MetaLookup,
  maxMs = longestMs,
): Promise<MetaPages> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const unavailable = new AppError("unavailable", { sentence: intakeMessages.noMeta });
    timer = setTimeout(() => reject(unavailable), maxMs);
  });
  try {
    return await Promise.race([ask(tools, lookup), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function ask({ graphPages }: Tools, { pageToken, page }: MetaLookup): Promise<MetaPages> {
  const pages = await orRefuse(() => graphPages.listPages(pageToken));
  if (pages.length === 0) throw new AppError("conflict", { sentence: sourceMessages.noPages });
  const chosen = page === undefined ? pages.length === 1 && pages[0] : pages.find(isPage(page));
  if (chosen === undefined) throw new AppError("invalid", { fields: { page: "invalid" } });
  const forms = chosen ? await orRefuse(() => graphPages.listForms(chosen.id, chosen.token)) : null;
  const named = ({ id, name }: { id: string; name: string }) => ({ _id: id, name: name || id });
  return { pages: pages.map(named), forms: forms?.map(named) ?? null };
}

/**
 * Exchanges a person's token, which expires with their session, for the page's own token. If Graph
 * doesn't return one, keeps the token as typed; the hourly check finds out whether it works.
 */
export async function ownPageToken(
  { graphPages }: Tools,
  pageId: string,
  typed: string,
): Promise<string> {
  try {
    return await graphPages.getPageToken(pageId, typed);
  } catch (error) {
    if (error instanceof GraphRefusal) return typed;
    throw error;
  }
}

/**
 * Runs a request that the owner is waiting for. If it fails, throws an error with Graph's reason,
 * which never has a token in it.
 */
export async function orRefuse<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof GraphRefusal)) throw error;
    const isRefused = error.isForGood || error.isTokenRefused;
    throw isRefused
      ? new AppError("conflict", { sentence: intakeMessages.metaRefuses(error.message) })
      : new AppError("unavailable", { sentence: intakeMessages.noMeta });
  }
}

function isPage(id: string) {
  return (page: { id: string }) => page.id === id;
}
