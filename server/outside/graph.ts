// Meta's Graph API: a lead's form answers, and the code that all of its requests share.
// developers.facebook.com, "Retrieving leads".
import { z } from "zod";
import { readJson } from "./read-json.ts";

/** The platform's id: digits that don't fit in a JavaScript number. */
export const graphId = z.string().regex(/^\d{1,30}$/);

/** One question of a form. Answers of any type are stored as text. */
const GraphField = z.object({
  name: z.string(),
  values: z
    .unknown()
    .optional()
    .transform((values) => [values].flat().flatMap(textsOf)),
});

const usableId = graphId.optional().catch(undefined);

/** A name given by an advertiser. */
const usableName = z
  .string()
  .transform((name) =>
    name
      .toWellFormed()
      .replace(/\p{Cc}+/gu, " ")
      .slice(0, 500)
      .toWellFormed(),
  )
  .optional()
  .catch(undefined);

/** Only id and time are required: no other anomaly is a reason to lose a lead. */
export const GraphLead = z.object({
  id: graphId,
  created_time: z.string(),
  form_id: usableId,
  // A lead from a page's own post has no ad.
  ad_id: usableId,
  ad_name: usableName,
  adset_id: usableId,
  adset_name: usableName,
  campaign_id: usableId,
  campaign_name: usableName,
  field_data: z
    .array(z.unknown())
    .catch([])
    .transform((fields) => fields.flatMap((field) => GraphField.safeParse(field).data ?? [])),
});
export type GraphLead = z.infer<typeof GraphLead>;

/** An error from Graph: its own message, and whether a retry can help. */
export class GraphRefusal extends Error {
  readonly isForGood: boolean;
  /** The page's access token has expired or was revoked; only the owner can fix that. */
  readonly isTokenRefused: boolean;
  constructor(problem: string, isPermanent: boolean, isTokenRefused = false) {
    super(problem);
    this.name = "GraphRefusal";
    this.isForGood = isPermanent;
    this.isTokenRefused = isTokenRefused;
  }
}

export type Graph = {
  /** Throws `GraphRefusal`; for network errors it is not permanent. */
  getLead(leadId: string, pageToken: string): Promise<GraphLead>;
};

const timeoutMs = 10_000;
const fields = Object.keys(GraphLead.shape).join(",");

export function makeGraph(options: { graphUrl: string; apiVersion: string }): Graph {
  return {
    async getLead(leadId, pageToken) {
      const url = new URL(
        `${options.graphUrl}/${options.apiVersion}/${encodeURIComponent(leadId)}`,
      );
      url.searchParams.set("fields", fields);
      const { status, json } = await getJson(url, pageToken);
      const lead = GraphLead.safeParse(json);
      if (status === 200 && lead.success) return lead.data;
      throw refusalOf(status, json, pageToken);
    },
  };
}

/**
 * Requests JSON. `json` is undefined if the body isn't JSON or is too long. With `form` the request
 * is a POST. The token is sent in a header (RFC 6750), because proxies log URLs.
 */
export async function getJson(
  url: URL,
  token: string,
  form?: URLSearchParams,
): Promise<{ status: number; json: unknown }> {
  try {
    const answer = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      headers: { Authorization: `Bearer ${token}` },
      ...(form && { method: "POST", body: form }),
    });
    return { status: answer.status, json: await readJson(answer) };
  } catch (error) {
    // A message may quote what was sent, so only the type of error is passed on.
    const kind = error instanceof Error ? error.name : "unknown error";
    throw new GraphRefusal(`Graph couldn't be reached (${kind})`, false);
  }
}

const GraphError = z.object({
  error: z.object({
    message: z.string().catch("no reason given"),
    code: z.int().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
  }),
});

// Graph's error 190: the access token has expired or was revoked.
const expiredToken = 190;

// Graph's transient errors: unknown, service, rate limits of an app, a user, a page or an account,
// temporarily blocked. Codes starting at 80000 are rate limits for one kind of call each.
const transientCodes = new Set([1, 2, 4, 17, 32, 341, 368, 613]);
const firstLimit = 80_000;
const lastLimit = 80_014;

/**
 * Returns a rejection. Only a non-transient 4xx from Graph itself is permanent. A proxy's page, or
 * JSON that is not a lead, says nothing about the lead.
 */
export function refusalOf(status: number, json: unknown, pageToken: string): GraphRefusal {
  const said = GraphError.safeParse(json).data?.error;
  const isTokenRefused = said?.code === expiredToken;
  const isRefused = status >= 400 && status < 500 && status !== 429 && json !== undefined;
  const isPermanent = isRefused && !isTokenRefused && !isTransient(said);
  return new GraphRefusal(problemOf(status, said?.message, pageToken), isPermanent, isTokenRefused);
}

function isTransient(said: z.infer<typeof GraphError>["error"] | undefined): boolean {
  const code = said?.code ?? 0;
  const isLimit = code >= firstLimit && code <= lastLimit;
  return said?.is_transient === true || transientCodes.has(code) || isLimit;
}

function problemOf(status: number, message: string | undefined, pageToken: string): string {
  if (message !== undefined) return `Graph: ${withoutTokens(message, pageToken).slice(0, 500)}`;
  return status === 200
    ? "Graph returned something we can't read"
    : `Graph returned status ${status}`;
}

const hidden = "[token]";
/** Longer than Graph's messages. The patterns need more than linear time. */
const maxMessageLength = 2000;

/**
 * Graph quotes a token that it rejects. Removes the page's own token, and everything that looks
 * like one.
 */
function withoutTokens(message: string, pageToken: string): string {
  return [pageToken, encodeURIComponent(pageToken)]
    .reduce((text, token) => text.replaceAll(token, hidden), message.slice(0, maxMessageLength))
    .replace(/(access_token=)[^&\s]+/gi, `$1${hidden}`)
    .replace(/\d{5,}\|[\w-]+/g, hidden)
    .replace(/EAA[A-Za-z0-9]{8,}|[\w-]{40,}/g, hidden);
}

/** Returns values as texts, without empty ones. */
function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}
