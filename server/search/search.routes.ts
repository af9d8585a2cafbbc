import { Findings, SearchQuery } from "#contract/search.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/http/guards.ts";
import { answers, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { findAnything } from "./search.ts";

export function searchRoutes(deps: Deps) {
  const owner = operations("search", signedIn.admin, requireAdmin(deps, { area: "search" }));
  const search = owner.get("/admin/search", {
    summary: "Find practices, people, leads, contact requests, campaigns and sources",
    description:
      "Leads and people need three characters or four digits. Audited for each practice whose leads or people are in the answer. A helper finds contact requests and campaigns only.",
    request: { query: SearchQuery },
    responses: answers(200, Findings),
  });

  return makeRoutes().openapi(search, async (c) => {
    const { accountId } = c.get("admin");
    const reader = { accountId, role: c.get("consoleRole"), address: c.get("address") };
    return c.json(await findAnything(deps, reader, c.req.valid("query").q), 200);
  });
}
