import { z } from "zod";
import { contactRequestMessages } from "#content/messages.ts";
import {
  ContactAnswer,
  ContactRequestExportQuery,
  ContactRequestList,
  ContactRequestQuery,
  NewContactRequest,
  NewContactRequestReply,
} from "#contract/contact-requests.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/openapi.ts";
import { refuseHead } from "#server/request-checks.ts";
import {
  closeContactRequest,
  markAnswered,
  reopenContactRequest,
  replyToContactRequest,
} from "./answers.ts";
import { exportContactRequests, exportName } from "./contact-request-export.ts";
import { listContactRequests } from "./contact-request-list.ts";
import { receiveContactRequest } from "./contact-requests.ts";

export function contactRequestRoutes(deps: Deps) {
  const contact = operations("contact requests").post("/contact", {
    summary: "A visitor's message, makeover request or questionnaire",
    request: { body: jsonBody(NewContactRequest) },
    responses: answers(201, ContactAnswer),
  });

  const owners = operations("contact requests", signedIn.admin, requireAdmin(deps));
  const params = z.object({ id: uuid });

  const list = owners.get("/admin/contact-requests", {
    summary: "Contact requests, newest first, all or of one state",
    request: { query: ContactRequestQuery },
    responses: answers(200, ContactRequestList),
  });
  const exported = operations(
    "contact requests",
    signedIn.admin,
    requireAdmin(deps, { isProven: true }),
  ).get("/admin/contact-requests/export.csv", {
    summary: "Contact requests, for a spreadsheet",
    request: { query: ContactRequestExportQuery },
    responses: {
      200: {
        content: { "text/csv": { schema: z.string() } },
        description: "A UTF-8 file with one line per contact request",
      },
      default: answers(200, Message).default,
    },
  });
  const reply = owners.post("/admin/contact-requests/{id}/replies", {
    summary: "Answer a contact request by email",
    request: { params, body: jsonBody(NewContactRequestReply) },
    responses: answers(201, Message),
  });
  const answer = owners.post("/admin/contact-requests/{id}/answers", {
    summary: "Mark a contact request as answered in another way",
    request: { params },
    responses: answers(201, Message),
  });
  const close = owners.post("/admin/contact-requests/{id}/closings", {
    summary: "Close a contact request",
    request: { params },
    responses: answers(201, Message),
  });
  const reopen = owners.delete("/admin/contact-requests/{id}/closings", {
    summary: "Reopen a closed contact request",
    request: { params },
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(contact, async (c) => {
      const stored = await receiveContactRequest(deps, c.req.valid("json"));
      return c.json(stored, 201);
    })
    .openapi(list, async (c) => c.json(await listContactRequests(deps, c.req.valid("query")), 200))
    .openapi(exported, async (c) => {
      refuseHead(c);
      const owner = { ...c.get("admin"), address: c.get("address") };
      const file = await exportContactRequests(deps, owner, c.req.valid("query"));
      return c.body(file, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${exportName(deps.now())}"`,
      });
    })
    .openapi(reply, async (c) => {
      await replyToContactRequest(deps, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: contactRequestMessages.replied }, 201);
    })
    .openapi(answer, async (c) => {
      await markAnswered(deps, c.req.valid("param").id);
      return c.json({ message: contactRequestMessages.answered }, 201);
    })
    .openapi(close, async (c) => {
      await closeContactRequest(deps, c.req.valid("param").id);
      return c.json({ message: contactRequestMessages.closed }, 201);
    })
    .openapi(reopen, async (c) => {
      await reopenContactRequest(deps, c.req.valid("param").id);
      return c.json({ message: contactRequestMessages.reopened }, 200);
    });
}
