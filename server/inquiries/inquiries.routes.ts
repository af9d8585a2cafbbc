import { z } from "zod";
import { inquiryMessages } from "#content/messages.ts";
import { uuid } from "#contract/fields.ts";
import {
  ContactAnswer,
  ContactRequest,
  InquiryList,
  InquiryQuery,
  NewInquiryReply,
} from "#contract/inquiries.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/guards.ts";
import { answers, createRoute, jsonBody, makeRoutes, signedIn } from "#server/openapi.ts";
import { closeInquiry, noteAnswer, reopenInquiry, replyToInquiry } from "./answers.ts";
import { receiveInquiry } from "./inquiries.ts";
import { listInquiries } from "./inquiry-list.ts";

export function inquiryRoutes(deps: Deps) {
  const contact = createRoute({
    method: "post",
    path: "/contact",
    tags: ["inquiries"],
    summary: "A visitor's message, makeover request or questionnaire",
    request: { body: jsonBody(ContactRequest) },
    responses: answers(201, ContactAnswer),
  });

  const owners = {
    tags: ["inquiries"],
    security: signedIn.admin,
    middleware: requireAdmin(deps),
  };
  const params = z.object({ id: uuid });

  const list = createRoute({
    ...owners,
    method: "get",
    path: "/admin/inquiries",
    summary: "Inquiries, newest first, all or of one state",
    request: { query: InquiryQuery },
    responses: answers(200, InquiryList),
  });
  const reply = createRoute({
    ...owners,
    method: "post",
    path: "/admin/inquiries/{id}/replies",
    summary: "Answer an inquiry by e-mail",
    request: { params, body: jsonBody(NewInquiryReply) },
    responses: answers(201, Message),
  });
  const answer = createRoute({
    ...owners,
    method: "post",
    path: "/admin/inquiries/{id}/answers",
    summary: "Note that an inquiry was answered by other means",
    request: { params },
    responses: answers(201, Message),
  });
  const close = createRoute({
    ...owners,
    method: "post",
    path: "/admin/inquiries/{id}/closings",
    summary: "Close an inquiry: nothing is left to do",
    request: { params },
    responses: answers(201, Message),
  });
  const reopen = createRoute({
    ...owners,
    method: "delete",
    path: "/admin/inquiries/{id}/closings",
    summary: "Open a closed inquiry again",
    request: { params },
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(contact, async (c) => {
      const stored = await receiveInquiry(deps, c.req.valid("json"));
      return c.json(stored, 201);
    })
    .openapi(list, async (c) => c.json(await listInquiries(deps, c.req.valid("query")), 200))
    .openapi(reply, async (c) => {
      await replyToInquiry(deps, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: inquiryMessages.replied }, 201);
    })
    .openapi(answer, async (c) => {
      await noteAnswer(deps, c.req.valid("param").id);
      return c.json({ message: inquiryMessages.answered }, 201);
    })
    .openapi(close, async (c) => {
      await closeInquiry(deps, c.req.valid("param").id);
      return c.json({ message: inquiryMessages.closed }, 201);
    })
    .openapi(reopen, async (c) => {
      await reopenInquiry(deps, c.req.valid("param").id);
      return c.json({ message: inquiryMessages.reopened }, 200);
    });
}
