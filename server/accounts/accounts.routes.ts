import { AdminAnswer, ClientAnswer, ViewAsQuery } from "#contract/accounts.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin, requireClientOrViewAs } from "#server/guards.ts";
import { answers, createRoute, makeRoutes, signedIn } from "#server/openapi.ts";
import { getAdmin, getClient } from "./accounts.ts";

export function accountRoutes(deps: Deps) {
  const tags = ["accounts"];
  const myself = createRoute({
    tags,
    method: "get",
    path: "/admins/myself",
    summary: "The signed-in owner",
    security: signedIn.admin,
    middleware: requireAdmin(deps),
    responses: answers(200, AdminAnswer),
  });
  // The old product's name for the operation.
  const practice = createRoute({
    tags,
    method: "get",
    path: "/clients/getClient",
    summary: "The signed-in practice",
    security: signedIn.client,
    middleware: requireClientOrViewAs(deps),
    request: { query: ViewAsQuery },
    responses: answers(200, ClientAnswer),
  });

  return makeRoutes()
    .openapi(myself, async (c) => c.json({ admin: await getAdmin(deps, c.get("admin")) }, 200))
    .openapi(practice, async (c) =>
      c.json({ userData: await getClient(deps, c.get("client")) }, 200),
    );
}
