import { z } from "zod";
import { uuid } from "#contract/fields.ts";
import { ImportAnswer, ImportColumns, ImportUpload, LeadImports } from "#contract/imports.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireRight } from "#server/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/openapi.ts";
import { refuseHead } from "#server/request-checks.ts";
import { getImport, keyOf, listImports, setColumns } from "./imports.ts";
import { exportRejected } from "./rejected-rows.ts";
import { startImport } from "./run-import.ts";
import { cancelImport, undoImport } from "./undo-import.ts";
import { receiveFile } from "./uploads.ts";

const params = z.object({ id: uuid });

/** Mounted before `/leads/{id}`, which would match "imports" as an id. */
export function importRoutes(deps: Deps) {
  const managed = operations("imports", signedIn.client, requireRight(deps, "imports"));
  const upload = managed.post("/leads/import", {
    summary: "Upload a file of leads: the body is the file, as it is",
    description: "CSV or TSV, up to 500 MB, of any content type. Nothing is imported yet.",
    request: { query: ImportUpload },
    responses: answers(201, ImportAnswer),
  });
  const list = managed.get("/leads/imports", {
    summary: "The imports of the last 24 hours, newest first",
    responses: answers(200, LeadImports),
  });
  const read = managed.get("/leads/imports/{id}", {
    summary: "One import: its columns, its counts and its progress",
    request: { params },
    responses: answers(200, ImportAnswer),
  });
  const columns = managed.put("/leads/imports/{id}/columns", {
    summary: "Choose what each column is; starts a new dry run",
    request: { params, body: jsonBody(ImportColumns) },
    responses: answers(200, ImportAnswer),
  });
  const run = managed.post("/leads/imports/{id}/runs", {
    summary: "Import the new leads of the dry run",
    request: { params },
    responses: answers(201, ImportAnswer),
  });
  const cancel = managed.post("/leads/imports/{id}/cancellations", {
    summary: "Discard the file, or stop the import and remove what it imported",
    request: { params },
    responses: answers(201, ImportAnswer),
  });
  const undo = managed.post("/leads/imports/{id}/undos", {
    summary: "Remove the imported leads that nobody has worked on",
    request: { params },
    responses: answers(201, ImportAnswer),
  });
  const rejected = managed.get("/leads/imports/{id}/rejected.csv", {
    summary: "The rows that cannot be imported, with the reasons",
    request: { params },
    responses: {
      200: {
        content: { "text/csv": { schema: z.string() } },
        description: "A UTF-8 file with the original columns and a last one, the reason",
      },
      default: answers(200, Message).default,
    },
  });

  return makeRoutes()
    .openapi(upload, async (c) => {
      const { body } = c.req.raw;
      const { name } = c.req.valid("query");
      return c.json({ import: await receiveFile(deps, c.get("client"), { name, body }) }, 201);
    })
    .openapi(list, async (c) =>
      c.json({ imports: await listImports(deps, c.get("client").clientId) }, 200),
    )
    .openapi(read, async (c) => {
      const key = keyOf(c.get("client"), c.req.valid("param").id);
      return c.json({ import: await getImport(deps, key) }, 200);
    })
    .openapi(columns, async (c) => {
      const key = keyOf(c.get("client"), c.req.valid("param").id);
      await setColumns(deps, key, c.req.valid("json"));
      return c.json({ import: await getImport(deps, key) }, 200);
    })
    .openapi(run, async (c) => {
      const { id } = c.req.valid("param");
      const caller = { ...c.get("client"), address: c.get("address") };
      await startImport(deps, caller, id);
      return c.json({ import: await getImport(deps, keyOf(caller, id)) }, 201);
    })
    .openapi(cancel, async (c) => {
      const { id } = c.req.valid("param");
      const caller = { ...c.get("client"), address: c.get("address") };
      await cancelImport(deps, caller, id);
      return c.json({ import: await getImport(deps, keyOf(caller, id)) }, 201);
    })
    .openapi(undo, async (c) => {
      const { id } = c.req.valid("param");
      const caller = { ...c.get("client"), address: c.get("address") };
      await undoImport(deps, caller, id);
      return c.json({ import: await getImport(deps, keyOf(caller, id)) }, 201);
    })
    .openapi(rejected, async (c) => {
      refuseHead(c);
      const file = await exportRejected(deps, keyOf(c.get("client"), c.req.valid("param").id));
      return c.body(file, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="rejected-rows.csv"',
      });
    });
}
