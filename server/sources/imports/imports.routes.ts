import type { Context } from "hono";
import { z } from "zod";
import { uuid } from "#contract/fields.ts";
import {
  ImportAnswer,
  ImportColumns,
  ImportFormat,
  ImportRun,
  ImportUpload,
  importLimits,
  LeadImports,
} from "#contract/imports.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, requireAdminForPractice, requireRight } from "#server/http/guards.ts";
import {
  answers,
  deskOperations,
  fileAnswer,
  fileHeaders,
  jsonBody,
  makeRoutes,
  operations,
  rawFile,
  signedIn,
} from "#server/http/openapi.ts";
import { refuseHead } from "#server/http/request-checks.ts";
import { streamImport } from "./import-stream.ts";
import { getImport, keyOf, listImports, setColumns } from "./imports.ts";
import { exportRows } from "./rows-left-out.ts";
import { startImport } from "./run-import.ts";
import { cancelImport, undoImport } from "./undo-import.ts";
import { receiveFile, setFormat } from "./uploads.ts";

const ofImport = z.object({ importId: uuid });

/**
 * Returns the routes for managers. They are mounted under `/leads` and before `/leads/{id}`, which
 * would match "imports" as an id.
 */
export function importRoutes(deps: Deps) {
  const managed = deskOperations("imports", requireRight(deps, "imports"));
  const proven = deskOperations("imports", requireRight(deps, "imports", { isProven: true }));
  return routesOf(deps, managed, proven, { one: ofImport, all: {} });
}

/**
 * Returns the routes for an owner who imports for a practice, mounted under `/admin/clients/{id}`.
 */
export function practiceImportRoutes(deps: Deps) {
  const owned = operations("imports", signedIn.admin, requireAdminForPractice(deps));
  const proven = operations(
    "imports",
    signedIn.admin,
    requireAdminForPractice(deps, { isProven: true }),
  );
  const practice = z.object({ id: uuid });
  return routesOf(deps, owned, proven, {
    one: practice.extend(ofImport.shape),
    all: { params: practice },
  });
}

type Params = {
  one: typeof ofImport;
  /**
   * Operations without an import id. Typed as `object`, because the type of `api` has the owner's
   * paths, but the routes are used for managers too.
   */
  all: object;
};

type Guarded = ReturnType<typeof operations<ReturnType<typeof requireRight>>>;

/** `proven` guards operations that require a recent re-authentication. */
function routesOf(deps: Deps, guarded: Guarded, proven: Guarded, params: Params) {
  const upload = guarded.post("/import", {
    summary: "Upload a file of leads; the request body is the raw file",
    description: "CSV or TSV, up to 500 MB, with any content type. Nothing is imported yet.",
    request: { ...params.all, query: ImportUpload },
    requestBody: rawFile,
    takes: { body: "stream", maxBytes: importLimits.bytes },
    responses: answers(201, ImportAnswer),
  });
  const list = guarded.get("/imports", {
    summary: "The imports of the last 24 hours, newest first",
    request: { ...params.all },
    responses: answers(200, LeadImports),
  });
  const read = guarded.get("/imports/{importId}", {
    summary: "One import, with its columns, counts and progress",
    request: { params: params.one },
    responses: answers(200, ImportAnswer),
  });
  const events = guarded.get("/imports/{importId}/events", {
    summary: "Server-sent events: hello, changed (its state and counts), beat",
    request: { params: params.one },
    responses: fileAnswer("text/event-stream", {
      description: "A stream that ends with the session",
    }),
  });
  const columns = guarded.put("/imports/{importId}/columns", {
    summary: "Choose a field for each column; starts a new dry run",
    request: { params: params.one, body: jsonBody(ImportColumns) },
    responses: answers(200, ImportAnswer),
  });
  const format = guarded.put("/imports/{importId}/format", {
    summary: "Choose the encoding, the delimiter and the header of the file",
    description: "Its columns are guessed again, and the dry run has to be repeated.",
    request: { params: params.one, body: jsonBody(ImportFormat) },
    responses: answers(200, ImportAnswer),
  });
  const run = guarded.post("/imports/{importId}/runs", {
    summary: "Import the new leads found by the dry run, into the archive or as follow-ups",
    request: { params: params.one, body: jsonBody(ImportRun) },
    responses: answers(201, ImportAnswer),
  });
  const cancel = guarded.post("/imports/{importId}/cancellations", {
    summary: "Discard the file, or stop the import and remove what it imported",
    request: { params: params.one },
    responses: answers(201, ImportAnswer),
  });
  const undo = guarded.post("/imports/{importId}/undos", {
    summary: "Remove the imported leads that nobody has worked on",
    request: { params: params.one },
    responses: answers(201, ImportAnswer),
  });
  const rejected = proven.get("/imports/{importId}/rejected.csv", {
    summary: "The rows that can't be imported, with the reasons",
    request: { params: params.one },
    responses: fileAnswer("text/csv", {
      description: "A UTF-8 file with the original columns, plus one for the reason",
    }),
  });
  const known = proven.get("/imports/{importId}/known.csv", {
    summary: "The rows of people who are leads already or are in the file twice, with whom each is",
    request: { params: params.one },
    responses: fileAnswer("text/csv", {
      description: "A UTF-8 file with the original columns, plus one for the lead or the line",
    }),
  });
  const callerOf = (c: Context<Env>) => ({ ...c.get("client"), address: c.get("address") });

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
      const key = keyOf(c.get("client"), c.req.valid("param").importId);
      return c.json({ import: await getImport(deps, key) }, 200);
    })
    .openapi(events, async (c) =>
      streamImport(deps, keyOf(c.get("client"), c.req.valid("param").importId), c),
    )
    .openapi(columns, async (c) => {
      const key = keyOf(c.get("client"), c.req.valid("param").importId);
      await setColumns(deps, key, c.req.valid("json"));
      return c.json({ import: await getImport(deps, key) }, 200);
    })
    .openapi(format, async (c) => {
      const key = keyOf(c.get("client"), c.req.valid("param").importId);
      await setFormat(deps, key, c.req.valid("json"));
      return c.json({ import: await getImport(deps, key) }, 200);
    })
    .openapi(run, async (c) => {
      const { importId } = c.req.valid("param");
      const caller = callerOf(c);
      await startImport(deps, caller, importId, c.req.valid("json"));
      return c.json({ import: await getImport(deps, keyOf(caller, importId)) }, 201);
    })
    .openapi(cancel, async (c) => {
      const { importId } = c.req.valid("param");
      const caller = callerOf(c);
      await cancelImport(deps, caller, importId);
      return c.json({ import: await getImport(deps, keyOf(caller, importId)) }, 201);
    })
    .openapi(undo, async (c) => {
      const { importId } = c.req.valid("param");
      const caller = callerOf(c);
      await undoImport(deps, caller, importId);
      return c.json({ import: await getImport(deps, keyOf(caller, importId)) }, 201);
    })
    .openapi(rejected, async (c) => {
      refuseHead(c);
      const key = keyOf(c.get("client"), c.req.valid("param").importId);
      const file = await exportRows(deps, key, "rejected");
      return c.body(file, 200, fileHeaders("rejected-rows.csv"));
    })
    .openapi(known, async (c) => {
      refuseHead(c);
      const key = keyOf(c.get("client"), c.req.valid("param").importId);
      const file = await exportRows(deps, key, "known");
      return c.body(file, 200, fileHeaders("known-rows.csv"));
    });
}
