// Meta's Graph API for a page: its forms, their leads, its access token and its subscription.
// developers.facebook.com, "Retrieving leads" and "Page subscribed apps".
import { createHmac } from "node:crypto";
import { z } from "zod";
import { instant } from "#contract/fields.ts";
import { type GraphRefusal, getJson, graphId, refusalOf } from "./graph.ts";

export type MetaPage = { id: string; name: string; token: string };
export type MetaForm = { id: string; name: string };
/** A lead in a form's list, with the data that a webhook would have had. */
export type ListedLead = { id: string; submittedAt: Date };

/** All of these functions throw `GraphRefusal`. */
export type GraphPages = {
  /** The pages that a person's token can read; for a page's token, that page. */
  listPages(token: string): Promise<MetaPage[]>;
  listForms(pageId: string, token: string): Promise<MetaForm[]>;
  /** The page's own token, which a person's token can request. */
  getPageToken(pageId: string, token: string): Promise<string>;
  /** Checks a token; with `appSecret`, also that the token belongs to the app with that secret. */
  checkToken(token: string, appSecret?: string): Promise<void>;
  /** When a token stops working, or null if it never does. */
  getExpiry(token: string): Promise<Date | null>;
  /** Whether the page sends us lead notifications. */
  isSubscribed(pageId: string, token: string): Promise<boolean>;
  subscribe(pageId: string, token: string): Promise<void>;
  /** Lists one page of a form's leads since a moment. `after` is null on the last page. */
  listLeads(
    formId: string,
    token: string,
    from: { since: Date; after: string | null },
  ): Promise<{ leads: ListedLead[]; after: string | null }>;
};

/** Some larger page sizes fail with error 500. */
const perList = 100;
const maxPages = 500;

const name = z
  .string()
  .catch("")
  .transform((text) => text.replace(/\p{Cc}+/gu, " ").slice(0, 200));
const cursor = z.string().max(2000);

/** A list without the rows that don't match the schema. `after` is null on the last page. */
function listOf<Row>(row: z.ZodType<Row>) {
  return z
    .object({
      data: z.array(z.unknown()),
      paging: z
        .object({ next: z.string().optional(), cursors: z.object({ after: cursor }) })
        .optional()
        .catch(undefined),
    })
    .transform(({ data, paging }) => ({
      rows: data.flatMap((one) => row.safeParse(one).data ?? []),
      after: paging?.next ? paging.cursors.after : null,
    }));
}

const Page = z.object({ id: graphId, name, access_token: z.string().min(1).max(1000) });
const Form = z.object({ id: graphId, name });
const Lead = z.object({ id: graphId, created_time: z.string() });
const App = z.object({ subscribed_fields: z.array(z.unknown()).catch([]) });
// Only a page has a category; a person's token doesn't return one here.
const OwnPage = z.object({ id: graphId, name, category: z.string() });
// In seconds since 1970; 0 means never. After the second one, the app no longer gets anyone's data.
const seconds = z.int().min(0).max(253_402_300_799);
const Inspected = z.object({
  data: z.object({ expires_at: seconds, data_access_expires_at: seconds.optional() }),
});
const OwnToken = z.object({ access_token: z.string().min(1).max(1000).optional() });

export function makeGraphPages(options: { graphUrl: string; apiVersion: string }): GraphPages {
  async function ask<Answer>(
    answer: z.ZodType<Answer>,
    path: string,
    token: string,
    query: Record<string, string> = {},
    method: "GET" | "POST" = "GET",
  ): Promise<Answer> {
    const url = new URL(`${options.graphUrl}/${options.apiVersion}/${path}`);
    const sent = new URLSearchParams(query);
    if (method === "GET") url.search = sent.toString();
    const { status, json } = await getJson(url, token, method === "POST" ? sent : undefined);
    const read = answer.safeParse(json);
    if (status === 200 && read.success) return read.data;
    throw refusalOf(status, json, token);
  }

  async function askAll<Row>(
    row: z.ZodType<Row>,
    path: string,
    token: string,
    query: Record<string, string>,
  ): Promise<Row[]> {
    const all: Row[] = [];
    let after: string | null = null;
    do {
      const asked = { ...query, limit: String(perList), ...(after && { after }) };
      const list: { rows: Row[]; after: string | null } = await ask(
        listOf(row),
        path,
        token,
        asked,
      );
      all.push(...list.rows);
      after = list.after === after ? null : list.after;
    } while (after !== null && all.length < maxPages);
    return all;
  }

  return {
    async listPages(token) {
      // A page's token has no accounts: Graph rejects the request.
      const pages = await askAll(Page, "me/accounts", token, {
        fields: "id,name,access_token",
      }).catch(unlessForGood([]));
      if (pages.length > 0)
        return pages.map(({ access_token, ...page }) => toPage(page, access_token));
      const own = await ask(OwnPage, "me", token, { fields: "id,name,category" }).catch(
        unlessForGood(null),
      );
      return own ? [toPage(own, token)] : [];
    },
    listForms: (pageId, token) =>
      askAll(Form, `${pageId}/leadgen_forms`, token, { fields: "id,name" }),
    async getPageToken(pageId, token) {
      const { access_token } = await ask(OwnToken, pageId, token, { fields: "access_token" });
      return access_token ?? token;
    },
    async checkToken(token, appSecret) {
      // developers.facebook.com, "Securing Graph API Requests". cspell:ignore appsecret
      const proof = appSecret && createHmac("sha256", appSecret).update(token).digest("hex");
      const query = { fields: "id", ...(proof && { appsecret_proof: proof }) };
      await ask(z.object({ id: z.string() }), "me", token, query);
    },
    async getExpiry(token) {
      // developers.facebook.com, "Debug and Handle Errors": the token may inspect itself.
      const { data } = await ask(Inspected, "debug_token", token, { input_token: token });
      const ends = [data.expires_at, data.data_access_expires_at ?? 0].filter((end) => end > 0);
      return ends.length > 0 ? new Date(Math.min(...ends) * 1000) : null;
    },
    async isSubscribed(pageId, token) {
      const { rows } = await ask(listOf(App), `${pageId}/subscribed_apps`, token);
      return rows.some(({ subscribed_fields }) => subscribed_fields.includes("leadgen"));
    },
    async subscribe(pageId, token) {
      const fields = { subscribed_fields: "leadgen" };
      const done = z.object({ success: z.literal(true) });
      await ask(done, `${pageId}/subscribed_apps`, token, fields, "POST");
    },
    async listLeads(formId, token, { since, after }) {
      const value = Math.floor(since.getTime() / 1000);
      const filtering = [{ field: "time_created", operator: "GREATER_THAN", value }];
      const list = await ask(listOf(Lead), `${formId}/leads`, token, {
        fields: "id,created_time",
        filtering: JSON.stringify(filtering),
        limit: String(perList),
        ...(after && { after }),
      });
      const leads = list.rows.flatMap(({ id, created_time }) => {
        const submittedAt = readGraphTime(created_time);
        return submittedAt ? [{ id, submittedAt }] : [];
      });
      return { leads, after: list.after };
    },
  };
}

/**
 * Parses Graph's format, `2026-03-17T12:14:51+0000`. Returns null for any other format or a year
 * outside `instant`'s range.
 */
export function readGraphTime(text: string): Date | null {
  const { data } = instant.safeParse(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return data === undefined ? null : new Date(data);
}

function toPage({ id, name }: { id: string; name: string }, token: string): MetaPage {
  return { id, name: name || id, token };
}

/** Throws a rejected token's or a temporary error again. */
function unlessForGood<Instead>(instead: Instead) {
  return (refusal: GraphRefusal): Instead => {
    if (refusal.isForGood) return instead;
    throw refusal;
  };
}
