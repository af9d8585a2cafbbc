// Meta's Graph API: what a lead's form said. developers.facebook.com, "Retrieving leads".
import { z } from "zod";

const id = z.string().regex(/^\d{1,30}$/);

const GraphLead = z.object({
  id,
  created_time: z.string(),
  form_id: id.optional(),
  campaign_id: id.optional(),
  campaign_name: z.string().max(500).optional(),
  field_data: z
    .array(z.object({ name: z.string().max(200), values: z.array(z.string().max(5000)).max(50) }))
    .max(100)
    .default([]),
});
export type GraphLead = z.infer<typeof GraphLead>;

/** Graph's answer that is no lead: its own words, and whether asking again can help. */
export class GraphRefusal extends Error {
  readonly isForGood: boolean;
  /** The page's access token is out of date or was withdrawn: only the owner can mend that. */
  readonly isTokenRefused: boolean;
  constructor(problem: string, isForGood: boolean, isTokenRefused = false) {
    super(problem);
    this.name = "GraphRefusal";
    this.isForGood = isForGood;
    this.isTokenRefused = isTokenRefused;
  }
}

export type Graph = {
  /** Throws `GraphRefusal`; network trouble is one that is not for good. */
  getLead(leadId: string, pageToken: string): Promise<GraphLead>;
};

const timeoutMs = 10_000;
const fields = "id,created_time,form_id,campaign_id,campaign_name,field_data";

export function makeGraph(options: { graphUrl: string; apiVersion: string }): Graph {
  return {
    async getLead(leadId, pageToken) {
      const url = new URL(
        `${options.graphUrl}/${options.apiVersion}/${encodeURIComponent(leadId)}`,
      );
      url.searchParams.set("fields", fields);
      url.searchParams.set("access_token", pageToken);
      const { status, json } = await getJson(url);
      if (status !== 200) throw refusalOf(status, json);
      const lead = GraphLead.safeParse(json);
      if (!lead.success) throw new GraphRefusal("Graph's answer is not a lead", true);
      return lead.data;
    },
  };
}

async function getJson(url: URL): Promise<{ status: number; json: unknown }> {
  try {
    const answer = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, json: await answer.json().catch(() => null) };
  } catch (error) {
    // The address carries the token: only the kind of trouble is passed on.
    const kind = error instanceof Error ? error.name : "unknown trouble";
    throw new GraphRefusal(`Graph could not be reached (${kind})`, false);
  }
}

const GraphError = z.object({
  error: z.object({ message: z.string().max(1000), code: z.int().optional() }),
});

// Graph's error 190: the access token is out of date or was withdrawn.
const expiredToken = 190;

function refusalOf(status: number, json: unknown): GraphRefusal {
  const said = GraphError.safeParse(json).data?.error;
  const isTokenRefused = said?.code === expiredToken;
  const isForGood = status >= 400 && status < 500 && status !== 429 && !isTokenRefused;
  const problem = said ? `Graph: ${said.message}` : `Graph answered ${status}`;
  return new GraphRefusal(problem, isForGood, isTokenRefused);
}
