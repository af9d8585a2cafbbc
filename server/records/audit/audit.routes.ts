import type { Context } from "hono";
import { AuditExportQuery, AuditList, AuditQuery } from "#contract/audit.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, requireAdmin } from "#server/http/guards.ts";
import {
  answers,
  fileAnswer,
  fileHeaders,
  makeRoutes,
  operations,
  signedIn,
} from "#server/http/openapi.ts";
import { refuseHead } from "#server/http/request-checks.ts";
import { exportAudit, exportName } from "./audit-export.ts";
import { listAudit } from "./audit-log.ts";

export function auditRoutes(deps: Deps) {
  const list = operations("audit", signedIn.admin, requireAdmin(deps)).get("/admin/audit", {
    summary: "Sign-ins, failed sign-ins and access changes, newest first",
    request: { query: AuditQuery },
    responses: answers(200, AuditList),
  });
  const proven = operations("audit", signedIn.admin, requireAdmin(deps, { isProven: true }));
  const exported = proven.get("/admin/audit/export.csv", {
    summary: "Export the audit log as CSV",
    request: { query: AuditExportQuery },
    responses: fileAnswer("text/csv", { description: "A UTF-8 file with one row per entry" }),
  });

  return makeRoutes()
    .openapi(list, async (c) => {
      return c.json(await listAudit(deps, readerOf(c), c.req.valid("query")), 200);
    })
    .openapi(exported, async (c) => {
      refuseHead(c);
      const file = await exportAudit(deps, readerOf(c), c.req.valid("query"));
      return c.body(file, 200, fileHeaders(exportName(deps.now())));
    });
}

function readerOf(c: Context<Env>) {
  return { ...c.get("admin"), address: c.get("address") };
}
