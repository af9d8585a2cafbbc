import { AuditList, AuditQuery } from "#contract/audit.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/http/guards.ts";
import { answers, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { listAudit } from "./audit-log.ts";

export function auditRoutes(deps: Deps) {
  const list = operations("audit", signedIn.admin, requireAdmin(deps)).get("/admin/audit", {
    summary: "Sign-ins, failed sign-ins and access changes, newest first",
    request: { query: AuditQuery },
    responses: answers(200, AuditList),
  });

  return makeRoutes().openapi(list, async (c) => {
    const reader = { ...c.get("admin"), address: c.get("address") };
    return c.json(await listAudit(deps, reader, c.req.valid("query")), 200);
  });
}
