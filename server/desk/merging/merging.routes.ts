import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { samePersonMessages } from "#content/messages.ts";
import { uuid } from "#contract/fields.ts";
import { MergeAnswer, MergeRequest, SplitAnswer, SplitRequest } from "#contract/merges.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, requireClient } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { suggestAgain, tellApart } from "./different-people.ts";
import { mergeLeads } from "./merge.ts";
import { addressOfSurvivor, findSurvivor } from "./old-ids.ts";
import { splitLead } from "./split.ts";
import { unmergeLeads } from "./unmerge.ts";

const byId = z.object({ id: uuid });
const byBoth = z.object({ id: uuid, otherId: uuid });

export function mergingRoutes(deps: Deps) {
  const guarded = deskOperations("leads", requireClient(deps));
  const merge = guarded.post("/leads/{id}/merges", {
    summary:
      "Merge two leads that are the same person; both ids then return the merged lead. Idempotent",
    request: { params: byId, body: jsonBody(MergeRequest) },
    responses: answers(200, MergeAnswer),
  });
  const unmerge = guarded.delete("/leads/{id}/merges/{otherId}", {
    summary: "Undo a merge from the last 30 days. Idempotent",
    request: { params: byBoth },
    responses: answers(200, MergeAnswer),
  });
  const split = guarded.post("/leads/{id}/splits", {
    summary:
      "Make a new lead of an inquiry from another person, and of the others with that name. Idempotent",
    request: { params: byId, body: jsonBody(SplitRequest) },
    responses: answers(200, SplitAnswer),
  });
  const apart = guarded.put("/leads/{id}/different-people/{otherId}", {
    summary: "Mark two leads as different people; they're no longer suggested as a merge",
    request: { params: byBoth },
    responses: answers(200, Message),
  });
  const undoApart = guarded.delete("/leads/{id}/different-people/{otherId}", {
    summary: "Allow two leads to be suggested as a merge again",
    request: { params: byBoth },
    responses: answers(200, Message),
  });
  const routes = makeRoutes();
  routes.use("/leads/:id/*", redirectMerged(deps));
  return routes
    .openapi(merge, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(
        { lead: await mergeLeads(deps, c.get("client"), id, c.req.valid("json")) },
        200,
      );
    })
    .openapi(unmerge, async (c) => {
      const { id: leadId, otherId: mergedId } = c.req.valid("param");
      return c.json({ lead: await unmergeLeads(deps, c.get("client"), { leadId, mergedId }) }, 200);
    })
    .openapi(split, async (c) => {
      const { id } = c.req.valid("param");
      const { inquiryId } = c.req.valid("json");
      return c.json({ lead: await splitLead(deps, c.get("client"), id, inquiryId) }, 200);
    })
    .openapi(apart, async (c) => {
      const { id, otherId } = c.req.valid("param");
      await tellApart(deps, c.get("client"), id, otherId);
      return c.json({ message: samePersonMessages.apart }, 200);
    })
    .openapi(undoApart, async (c) => {
      const { id, otherId } = c.req.valid("param");
      await suggestAgain(deps, c.get("client"), id, otherId);
      return c.json({ message: samePersonMessages.maybeSame }, 200);
    });
}

/**
 * Redirects a request about a merged lead to its survivor with status 307, so that browsers repeat
 * the method and body. It isn't a permanent redirect, because a merge can be undone. Runs after the
 * guard of the operation, and only finds leads of the caller's practice.
 */
function redirectMerged(deps: Deps): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    await next();
    const client = c.get("client");
    const leadId = uuid.safeParse(c.req.param("id")).data;
    if (c.res.status !== 404 || !client || !leadId) return;
    const survivorId = await findSurvivor(deps, client.clientId, leadId);
    if (!survivorId) return;
    const headers = { Location: addressOfSurvivor(new URL(c.req.url), leadId, survivorId) };
    c.res = new Response(null, { status: 307, headers });
  });
}
