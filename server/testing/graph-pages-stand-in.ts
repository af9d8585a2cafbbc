// Graph's responses about pages, which a test can set. By default, there is one subscribed page
// without leads.
import type { GraphRefusal } from "#server/outside/graph.ts";
import type { GraphPages, ListedLead, MetaForm, MetaPage } from "#server/outside/graph-pages.ts";

export function makeGraphPagesStandIn() {
  const state = {
    pages: [] as MetaPage[],
    forms: new Map<string, MetaForm[]>(),
    isSubscribed: true,
    /** The leads of each form, in Graph's order. */
    leads: new Map<string, ListedLead[]>(),
    perList: 100,
    /** The error that every call throws, or every call of one kind. */
    refusal: null as GraphRefusal | null,
    refusals: {} as Partial<Record<keyof GraphPages, GraphRefusal>>,
    /** Each call and the token that was sent with it. */
    calls: [] as { name: keyof GraphPages; token: string; since?: Date }[],
    /** Runs in the middle of each call, for tests of events that happen at that time. */
    meanwhile: async () => undefined as unknown,
  };
  const answer = async (name: keyof GraphPages, token: string, since?: Date) => {
    state.calls.push({ name, token, ...(since && { since }) });
    await state.meanwhile();
    const refusal = state.refusals[name] ?? state.refusal;
    if (refusal) throw refusal;
  };
  const graphPages: GraphPages = {
    async listPages(token) {
      await answer("listPages", token);
      return state.pages;
    },
    async listForms(pageId, token) {
      await answer("listForms", token);
      return state.forms.get(pageId) ?? [];
    },
    async getPageToken(pageId, token) {
      await answer("getPageToken", token);
      return state.pages.find(({ id }) => id === pageId)?.token ?? token;
    },
    checkToken: (token) => answer("checkToken", token),
    async getExpiry(token) {
      await answer("getExpiry", token);
      return null;
    },
    async isSubscribed(_, token) {
      await answer("isSubscribed", token);
      return state.isSubscribed;
    },
    async subscribe(_, token) {
      await answer("subscribe", token);
      state.isSubscribed = true;
    },
    async listLeads(formId, token, { since, after }) {
      await answer("listLeads", token, since);
      const all = (state.leads.get(formId) ?? []).filter(
        ({ submittedAt }) => submittedAt.getTime() > since.getTime(),
      );
      const from = Number(after ?? 0);
      const to = from + state.perList;
      return { leads: all.slice(from, to), after: to < all.length ? String(to) : null };
    },
  };
  return { state, graphPages };
}
