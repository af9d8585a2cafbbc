import type { Context } from "hono";
import { z } from "zod";
import { sourceMessages } from "#content/console/sources.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import {
  DeliveriesQuery,
  deliveryId,
  MetaLookup,
  MetaPages,
  NewSource,
  OpenedDelivery,
  OwnersDeliveriesQuery,
  OwnSourceChange,
  OwnSources,
  SourceAlarm,
  SourceAnswer,
  SourceChange,
  SourceDeliveries,
  SourceDetail,
  Sources,
  SourcesExportQuery,
  SourcesQuery,
  UnreadDismissal,
} from "#contract/sources.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, requireAdmin, requireRight } from "#server/http/guards.ts";
import {
  answers,
  fileAnswer,
  fileHeaders,
  jsonBody,
  makeRoutes,
  operations,
  signedIn,
} from "#server/http/openapi.ts";
import { refuseHead } from "#server/http/request-checks.ts";
import {
  changeSource,
  changeSourceKey,
  connectSource,
  endSource,
  reconnectSource,
} from "./change-sources.ts";
import { subscribeSource } from "./check-sources.ts";
import { lookUpPages } from "./meta-lookup.ts";
import {
  listSourceDeliveries,
  openDelivery,
  replaySourceDelivery,
  searchSourceDeliveries,
} from "./source-deliveries.ts";
import { exportName, exportSources } from "./source-export.ts";
import { listSources } from "./source-list.ts";
import { findPracticeOf, getSource, listOwnSources } from "./sources.ts";
import { sendTestLead } from "./test-leads.ts";
import { countUnread, dismissUnread } from "./unread.ts";

const params = z.object({ id: uuid });
const deliveryParams = z.object({ id: uuid, deliveryId });

/** Returns the owner's routes for the sources of every practice. */
export function sourceRoutes(deps: Deps) {
  const owner = operations("sources", signedIn.admin, requireAdmin(deps));
  const list = owner.get("/admin/sources", {
    summary: "Every practice's sources with their figures, with search, filters and sorting",
    request: { query: SourcesQuery },
    responses: answers(200, Sources),
  });
  const proven = operations("sources", signedIn.admin, requireAdmin(deps, { isProven: true }));
  const exported = proven.get("/admin/sources/export.csv", {
    summary: "Export the list of sources as CSV",
    request: { query: SourcesExportQuery },
    responses: fileAnswer("text/csv", { description: "A UTF-8 file with one row per source" }),
  });
  const connect = owner.post("/admin/sources", {
    summary: "Connect a source",
    request: { body: jsonBody(NewSource) },
    responses: answers(201, SourceAnswer),
  });
  const read = owner.get("/admin/sources/{id}", {
    summary: "A source, with what you need to set up the other side",
    request: { params },
    responses: answers(200, SourceDetail),
  });
  const change = owner.patch("/admin/sources/{id}", {
    summary: "Rename a source or change its settings; omitted fields stay the same",
    request: { params, body: jsonBody(SourceChange) },
    responses: answers(200, SourceAnswer),
  });
  const changeKey = owner.post("/admin/sources/{id}/keys", {
    summary: "Replace the key; the old one stops working right away",
    request: { params },
    responses: answers(201, SourceAnswer),
  });
  const end = owner.post("/admin/sources/{id}/ends", {
    summary: "End a source; it no longer accepts leads",
    request: { params },
    responses: answers(201, SourceAnswer),
  });
  const reconnect = owner.post("/admin/sources/{id}/reconnections", {
    summary: "Connect a disconnected source again, with a new key",
    request: { params },
    responses: answers(201, SourceAnswer),
  });
  const lookUp = owner.post("/admin/meta-pages", {
    summary: "The Meta pages that a token can read, and the lead forms of one of them",
    request: { body: jsonBody(MetaLookup) },
    responses: answers(200, MetaPages),
  });
  const subscribe = owner.post("/admin/sources/{id}/subscriptions", {
    summary: "Subscribe to a Meta page's new leads",
    request: { params },
    responses: answers(201, SourceAnswer),
  });
  const dismiss = owner.post("/admin/sources/{id}/dismissals", {
    summary: "Dismiss all submissions of a source that need a person",
    description: "Refused as `stale` when there are more than the given number by now.",
    request: { params, body: jsonBody(UnreadDismissal) },
    responses: answers(201, SourceAnswer),
  });
  const test = owner.post("/admin/sources/{id}/test-leads", {
    summary: "Send a test lead through the source",
    request: { params },
    responses: answers(201, Message),
  });
  const deliveries = owner.get("/admin/sources/{id}/deliveries", {
    summary: "The source's recent deliveries, newest first; a search for people is audited",
    request: { params, query: OwnersDeliveriesQuery },
    responses: answers(200, SourceDeliveries),
  });
  const open = owner.get("/admin/sources/{id}/deliveries/{deliveryId}", {
    summary: "The body of one delivery; audited",
    request: { params: deliveryParams },
    responses: answers(200, OpenedDelivery),
  });
  const replay = owner.post("/admin/sources/{id}/deliveries/{deliveryId}/replays", {
    summary: "Retry a delivery that didn't produce a lead",
    request: { params: deliveryParams },
    responses: answers(201, Message),
  });
  const any = (c: { req: { valid(part: "param"): { id: string } } }) =>
    findPracticeOf(deps, c.req.valid("param").id);

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listSources(deps, c.req.valid("query")), 200))
    .openapi(exported, async (c) => {
      refuseHead(c);
      const file = await exportSources(deps, editorOf(c), c.req.valid("query"));
      return c.body(file, 200, fileHeaders(exportName(deps.now())));
    })
    .openapi(connect, async (c) => {
      const which = await connectSource(deps, editorOf(c), c.req.valid("json"));
      const source = await getSource(deps, which);
      return c.json({ source, message: sourceMessages.connected }, 201);
    })
    .openapi(read, async (c) => c.json(await getSource(deps, await any(c)), 200))
    .openapi(change, async (c) => {
      const which = await any(c);
      await changeSource(deps, editorOf(c), which, c.req.valid("json"));
      return c.json({ source: await getSource(deps, which), message: sourceMessages.saved }, 200);
    })
    .openapi(changeKey, async (c) => {
      const which = await any(c);
      await changeSourceKey(deps, editorOf(c), which);
      const source = await getSource(deps, which);
      return c.json({ source, message: sourceMessages.keyChanged }, 201);
    })
    .openapi(end, async (c) => {
      const which = await any(c);
      await endSource(deps, editorOf(c), which);
      return c.json({ source: await getSource(deps, which), message: sourceMessages.ended }, 201);
    })
    .openapi(reconnect, async (c) => {
      const which = await any(c);
      await reconnectSource(deps, editorOf(c), which);
      const source = await getSource(deps, which);
      const message = source.meta ? sourceMessages.reconnectedMeta : sourceMessages.reconnected;
      return c.json({ source, message }, 201);
    })
    .openapi(lookUp, async (c) => c.json(await lookUpPages(deps, c.req.valid("json")), 200))
    .openapi(subscribe, async (c) => {
      const which = await any(c);
      await subscribeSource(deps, editorOf(c), which);
      const source = await getSource(deps, which);
      return c.json({ source, message: sourceMessages.subscribed }, 201);
    })
    .openapi(dismiss, async (c) => {
      const which = await any(c);
      await dismissUnread(deps, editorOf(c), which, c.req.valid("json"));
      const source = await getSource(deps, which);
      return c.json({ source, message: sourceMessages.dismissed }, 201);
    })
    .openapi(test, async (c) => {
      await sendTestLead(deps, editorOf(c), await any(c));
      return c.json({ message: sourceMessages.testSent }, 201);
    })
    .openapi(deliveries, async (c) => {
      const { search, ...query } = c.req.valid("query");
      const which = await any(c);
      const found = search
        ? await searchSourceDeliveries(deps, editorOf(c), which, { search, cursor: query.cursor })
        : await listSourceDeliveries(deps, which, query);
      return c.json(found, 200);
    })
    .openapi(open, async (c) => {
      const one = c.req.valid("param").deliveryId;
      return c.json(await openDelivery(deps, editorOf(c), await any(c), one), 200);
    })
    .openapi(replay, async (c) => {
      const one = c.req.valid("param").deliveryId;
      const result = await replaySourceDelivery(deps, editorOf(c), await any(c), one);
      return c.json({ message: sourceMessages.replayed[result] }, 201);
    });
}

/** Returns the routes for managers and the sources of their own practice. */
export function ownSourceRoutes(deps: Deps) {
  const managers = operations("sources", signedIn.client, requireRight(deps, "sources"));
  const list = managers.get("/sources", {
    summary: "The practice's sources",
    responses: answers(200, OwnSources),
  });
  const alarm = managers.get("/sources/alarm", {
    summary: "How many submissions of the practice's sources need a person",
    responses: answers(200, SourceAlarm),
  });
  const read = managers.get("/sources/{id}", {
    summary: "A source, with what you need to set up the other side",
    request: { params },
    responses: answers(200, SourceDetail),
  });
  const rename = managers.patch("/sources/{id}", {
    summary: "Rename a source, or change its hosted form",
    request: { params, body: jsonBody(OwnSourceChange) },
    responses: answers(200, SourceAnswer),
  });
  const deliveries = managers.get("/sources/{id}/deliveries", {
    summary: "The source's recent deliveries, newest first",
    request: { params, query: DeliveriesQuery },
    responses: answers(200, SourceDeliveries),
  });
  const own = (c: Context<Env>, id: string) => ({ id, clientId: c.get("client").clientId });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listOwnSources(deps, c.get("client").clientId), 200))
    .openapi(alarm, async (c) =>
      c.json({ unread: await countUnread(deps, c.get("client").clientId) }, 200),
    )
    .openapi(read, async (c) => c.json(await getSource(deps, own(c, c.req.valid("param").id)), 200))
    .openapi(rename, async (c) => {
      const which = own(c, c.req.valid("param").id);
      const { accountId } = c.get("client");
      const editor = { accountId, address: c.get("address") };
      await changeSource(deps, editor, which, c.req.valid("json"));
      return c.json({ source: await getSource(deps, which), message: sourceMessages.saved }, 200);
    })
    .openapi(deliveries, async (c) => {
      const which = own(c, c.req.valid("param").id);
      return c.json(await listSourceDeliveries(deps, which, c.req.valid("query")), 200);
    });
}

function editorOf(c: Context<Env>) {
  return { accountId: c.get("admin").accountId, address: c.get("address") };
}
