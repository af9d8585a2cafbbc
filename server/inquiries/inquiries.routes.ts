import { ContactAnswer, ContactRequest, InquiryList, InquiryQuery } from "#contract/inquiries.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/guards.ts";
import { answers, createRoute, jsonBody, makeRoutes, signedIn } from "#server/openapi.ts";
import { visitorOf } from "#server/visitor.ts";
import { listInquiries, receiveInquiry } from "./inquiries.ts";

export function inquiryRoutes(deps: Deps) {
  const contact = createRoute({
    method: "post",
    path: "/contact",
    tags: ["inquiries"],
    summary: "A visitor's message, makeover request or questionnaire",
    request: { body: jsonBody(ContactRequest) },
    responses: answers(201, ContactAnswer),
  });

  const list = createRoute({
    method: "get",
    path: "/admin/inquiries",
    tags: ["inquiries"],
    summary: "All inquiries, newest first",
    security: signedIn.admin,
    middleware: requireAdmin(deps),
    request: { query: InquiryQuery },
    responses: answers(200, InquiryList),
  });

  return makeRoutes()
    .openapi(contact, async (c) => {
      const answer = await receiveInquiry(deps, visitorOf(c), c.req.valid("json"));
      return c.json(answer, 201);
    })
    .openapi(list, async (c) => c.json(await listInquiries(deps, c.req.valid("query")), 200));
}
