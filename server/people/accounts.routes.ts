import { AdminAnswer, ClientAnswer, ViewAsQuery } from "#contract/accounts.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin, requireClientOrViewAs } from "#server/http/guards.ts";
import { answers, deskOperations, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { getAdmin, getPractice } from "./accounts.ts";

export function accountRoutes(deps: Deps) {
  const anyone = requireAdmin(deps, { area: "account" });
  const myself = operations("accounts", signedIn.admin, anyone).get("/admins/myself", {
    summary: "The signed-in owner or helper",
    responses: answers(200, AdminAnswer),
  });
  // The operation's name in the old product.
  const practice = deskOperations("accounts", requireClientOrViewAs(deps)).get(
    "/clients/getClient",
    {
      summary: "The signed-in practice",
      request: { query: ViewAsQuery },
      responses: answers(200, ClientAnswer),
    },
  );

  return makeRoutes()
    .openapi(myself, async (c) => c.json({ admin: await getAdmin(deps, c.get("admin")) }, 200))
    .openapi(practice, async (c) =>
      c.json(await getPractice(deps, c.get("client"), c.get("role")), 200),
    );
}
