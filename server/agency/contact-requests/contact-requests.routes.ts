import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { contactRequestMessages } from "#content/messages.ts";
import {
  Closing,
  ContactRequestCallback,
  ContactRequestCallInput,
  ContactRequestChanged,
  ContactRequestDetail,
  ContactRequestExportQuery,
  ContactRequestList,
  ContactRequestNote,
  ContactRequestQuery,
  ContactRequestsWaiting,
  NewContactRequestReply,
  NextStep,
  OwnResponseTime,
} from "#contract/contact-request-work.ts";
import { ContactAnswer, NewContactRequest } from "#contract/contact-requests.ts";
import { uuid } from "#contract/fields.ts";
import { languageOf } from "#contract/languages.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, requireAdmin } from "#server/http/guards.ts";
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
  type ActingOwner,
  closeContactRequest,
  markAnswered,
  reopenContactRequest,
  replyToContactRequest,
  setContactRequestCallback,
  undoAnswered,
} from "./answers.ts";
import { getCallInvite } from "./calendar-file.ts";
import { recordContactRequestCall, voidContactRequestCall } from "./contact-request-calls.ts";
import { getContactRequest } from "./contact-request-detail.ts";
import { exportContactRequests, exportName } from "./contact-request-export.ts";
import { countWaiting, listContactRequests } from "./contact-request-list.ts";
import { addContactRequestNote } from "./contact-request-notes.ts";
import { receiveContactRequest } from "./contact-requests.ts";
import { eraseContactRequest } from "./erase-contact-request.ts";
import { finishNextStep, saveNextStep } from "./next-step.ts";
import { ownResponseTime } from "./own-response-time.ts";

const tag = "contact requests";
const messages = contactRequestMessages;

/** Each change returns the current contact request. */
const changed = answers(201, ContactRequestChanged);
const byId = z.object({ id: uuid });
const byCall = z.object({ id: uuid, callId: uuid });

export function contactRequestRoutes(deps: Deps) {
  // Runs before the body is read, so that malformed requests also count.
  const limited = createMiddleware<Env>(async (c, next) => {
    await deps.limits.count("contactPerIp", c.get("address"));
    await next();
  });
  const contact = operations(tag, undefined, limited).post("/contact", {
    takes: { maxBytes: 128_000 },
    summary: "Submit a message, a makeover request or the questionnaire",
    description: "`Content-Language: es` is kept with it, and answered in Spanish.",
    request: { body: jsonBody(NewContactRequest) },
    responses: answers(201, ContactAnswer),
  });
  return makeRoutes().openapi(contact, async (c) => {
    const sender = {
      address: c.get("address"),
      language: languageOf(c.req.header("content-language")),
    };
    const stored = await receiveContactRequest(deps, c.req.valid("json"), sender);
    return c.json(stored, 201);
  });
}

/**
 * Returns the owner's read routes, mounted before the changes, so that `/waiting` isn't taken for
 * an id.
 */
export function contactRequestListRoutes(deps: Deps) {
  const owners = operations(tag, signedIn.admin, requireAdmin(deps, { area: "contactRequests" }));
  const list = owners.get("/admin/contact-requests", {
    summary: "The contact requests in one list, with filters and search",
    request: { query: ContactRequestQuery },
    responses: answers(200, ContactRequestList),
  });
  const waiting = owners.get("/admin/contact-requests/waiting", {
    summary:
      "How many contact requests are waiting for a first call, and how many callbacks are due",
    responses: answers(200, ContactRequestsWaiting),
  });
  const responseTime = owners.get("/admin/contact-requests/response-time", {
    summary: "How quickly the agency called its most recent contact requests",
    responses: answers(200, OwnResponseTime),
  });
  const exported = operations(tag, signedIn.admin, requireAdmin(deps, { isProven: true })).get(
    "/admin/contact-requests/export.csv",
    {
      summary: "Export contact requests as CSV",
      request: { query: ContactRequestExportQuery },
      responses: fileAnswer("text/csv", {
        description: "A UTF-8 file with one row per contact request",
      }),
    },
  );
  const detail = owners.get("/admin/contact-requests/{id}", {
    summary: "One contact request, with its answers and history",
    request: { params: byId },
    responses: answers(200, ContactRequestDetail),
  });
  const calendar = owners.get("/admin/contact-requests/{id}/call.ics", {
    summary: "The requested or promised call, as a file for the owner's calendar",
    request: { params: byId },
    responses: fileAnswer("text/calendar", { description: "An iCalendar file with one event" }),
  });

  return makeRoutes()
    .openapi(list, async (c) => {
      const query = c.req.valid("query");
      return c.json(await listContactRequests(deps, c.get("admin"), query), 200);
    })
    .openapi(waiting, async (c) => c.json(await countWaiting(deps), 200))
    .openapi(responseTime, async (c) => c.json(await ownResponseTime(deps), 200))
    .openapi(exported, async (c) => {
      refuseHead(c);
      const file = await exportContactRequests(deps, ownerOf(c), c.req.valid("query"));
      return c.body(file, 200, fileHeaders(exportName(deps.now())));
    })
    .openapi(detail, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await getContactRequest(deps, c.get("admin"), id), 200);
    })
    .openapi(calendar, async (c) => {
      const { content, fileName, type } = await getCallInvite(deps, c.req.valid("param").id);
      return c.body(content, 200, fileHeaders(fileName, type));
    });
}

/** Returns the routes for the owner's actions. */
export function contactRequestWorkRoutes(deps: Deps) {
  const owners = operations(tag, signedIn.admin, requireAdmin(deps, { area: "contactRequests" }));
  const call = owners.post("/admin/contact-requests/{id}/calls", {
    summary: "Log a call or its outcome; stops the clock",
    request: { params: byId, body: jsonBody(ContactRequestCallInput) },
    responses: changed,
  });
  const voiding = owners.post("/admin/contact-requests/{id}/calls/{callId}/voidings", {
    summary: "Undo a call; the clock resumes",
    request: { params: byCall },
    responses: changed,
  });
  const callback = owners.post("/admin/contact-requests/{id}/callback", {
    summary: "Set or move a callback without logging a call",
    request: { params: byId, body: jsonBody(ContactRequestCallback) },
    responses: changed,
  });
  const note = owners.post("/admin/contact-requests/{id}/notes", {
    summary: "Add a note",
    request: { params: byId, body: jsonBody(ContactRequestNote) },
    responses: changed,
  });
  const reply = owners.post("/admin/contact-requests/{id}/replies", {
    summary: "Reply to a contact request by email",
    request: { params: byId, body: jsonBody(NewContactRequestReply) },
    responses: changed,
  });
  const answer = owners.post("/admin/contact-requests/{id}/answers", {
    summary: "Mark a contact request as answered by other means",
    request: { params: byId },
    responses: changed,
  });
  const answerUndo = owners.delete("/admin/contact-requests/{id}/answers", {
    summary: "Undo that a contact request was marked as answered",
    request: { params: byId },
    responses: answers(200, ContactRequestChanged),
  });
  const close = owners.post("/admin/contact-requests/{id}/closings", {
    summary: "Close a contact request, with a reason",
    request: { params: byId, body: jsonBody(Closing) },
    responses: changed,
  });
  const reopen = owners.delete("/admin/contact-requests/{id}/closings", {
    summary: "Reopen a closed contact request",
    request: { params: byId },
    responses: answers(200, ContactRequestChanged),
  });
  const step = owners.put("/admin/contact-requests/{id}/next-step", {
    summary: "Save what to do next about a contact request, by when, and who does it",
    request: { params: byId, body: jsonBody(NextStep) },
    responses: answers(200, ContactRequestChanged),
  });
  const stepDone = owners.delete("/admin/contact-requests/{id}/next-step", {
    summary: "Mark the next step as done; nothing else is planned",
    request: { params: byId },
    responses: answers(200, ContactRequestChanged),
  });
  const erasure = operations(tag, signedIn.admin, requireAdmin(deps, { isProven: true })).delete(
    "/admin/contact-requests/{id}",
    {
      summary: "Permanently erase the person who sent a contact request",
      request: { params: byId },
      responses: answers(200, Message),
    },
  );

  return makeRoutes()
    .openapi(call, async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const contactRequest = await recordContactRequestCall(deps, c.get("admin"), id, input);
      return c.json({ contactRequest, message: messages.called }, 201);
    })
    .openapi(voiding, async (c) => {
      const { id, callId } = c.req.valid("param");
      const contactRequest = await voidContactRequestCall(deps, c.get("admin"), id, callId);
      return c.json({ contactRequest, message: messages.undone }, 201);
    })
    .openapi(callback, async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const contactRequest = await setContactRequestCallback(deps, ownerOf(c), id, input);
      return c.json({ contactRequest, message: messages.callbackSet }, 201);
    })
    .openapi(note, async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const contactRequest = await addContactRequestNote(deps, c.get("admin"), id, input);
      return c.json({ contactRequest, message: messages.noted }, 201);
    })
    .openapi(reply, async (c) => {
      const { id } = c.req.valid("param");
      const contactRequest = await replyToContactRequest(deps, ownerOf(c), id, c.req.valid("json"));
      return c.json({ contactRequest, message: messages.replied }, 201);
    })
    .openapi(answer, async (c) => {
      const { id } = c.req.valid("param");
      const contactRequest = await markAnswered(deps, ownerOf(c), id);
      return c.json({ contactRequest, message: messages.answered }, 201);
    })
    .openapi(answerUndo, async (c) => {
      const { id } = c.req.valid("param");
      const contactRequest = await undoAnswered(deps, ownerOf(c), id);
      return c.json({ contactRequest, message: messages.unanswered }, 200);
    })
    .openapi(close, async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const contactRequest = await closeContactRequest(deps, ownerOf(c), id, input);
      return c.json({ contactRequest, message: messages.closed }, 201);
    })
    .openapi(reopen, async (c) => {
      const { id } = c.req.valid("param");
      const contactRequest = await reopenContactRequest(deps, ownerOf(c), id);
      return c.json({ contactRequest, message: messages.reopened }, 200);
    })
    .openapi(step, async (c) => {
      const { id } = c.req.valid("param");
      const contactRequest = await saveNextStep(deps, ownerOf(c), id, c.req.valid("json"));
      return c.json({ contactRequest, message: messages.stepSaved }, 200);
    })
    .openapi(stepDone, async (c) => {
      const { id } = c.req.valid("param");
      const contactRequest = await finishNextStep(deps, ownerOf(c), id);
      return c.json({ contactRequest, message: messages.stepDone }, 200);
    })
    .openapi(erasure, async (c) => {
      await eraseContactRequest(deps, ownerOf(c), c.req.valid("param").id);
      return c.json({ message: messages.erased }, 200);
    });
}

function ownerOf(c: Context<Env>): ActingOwner {
  return { ...c.get("admin"), address: c.get("address") };
}
