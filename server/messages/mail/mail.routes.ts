import { z } from "zod";
import { mailMessages } from "#content/messages.ts";
import { uuid } from "#contract/fields.ts";
import { MailExportQuery, MailList, MailQuery, MailText } from "#contract/mail.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/http/guards.ts";
import {
  answers,
  fileAnswer,
  fileHeaders,
  makeRoutes,
  operations,
  signedIn,
} from "#server/http/openapi.ts";
import { refuseHead } from "#server/http/request-checks.ts";
import { dismissMail, resendMail } from "./mail.ts";
import { exportMails, exportName } from "./mail-export.ts";
import { listMails, readMailText } from "./mail-log.ts";
import { admitBounces, receiveBounces } from "./record-bounce.ts";

export function mailRoutes(deps: Deps) {
  const owner = operations("mail", signedIn.admin, requireAdmin(deps));
  const list = owner.get("/admin/mail", {
    summary: "The mail log with search, filters and sorting, newest first by default",
    request: { query: MailQuery },
    responses: answers(200, MailList),
  });
  const proven = operations("mail", signedIn.admin, requireAdmin(deps, { isProven: true }));
  const exported = proven.get("/admin/mail/export.csv", {
    summary: "Export the mail log as CSV, without the emails' texts",
    request: { query: MailExportQuery },
    responses: fileAnswer("text/csv", { description: "A UTF-8 file with one row per email" }),
  });
  const read = owner.get("/admin/mail/{id}", {
    summary: "The text of one email; opening a practice's email is audited",
    request: { params: z.object({ id: uuid }) },
    responses: answers(200, MailText),
  });
  const resend = owner.post("/admin/mail/{id}/resendings", {
    summary: "Resend an email that failed or may not have arrived",
    request: { params: z.object({ id: uuid }) },
    responses: answers(201, Message),
  });
  const dismissal = owner.post("/admin/mail/{id}/dismissals", {
    summary: "Dismiss the problem of an email that failed or may not have arrived",
    request: { params: z.object({ id: uuid }) },
    responses: answers(201, Message),
  });
  const bounces = operations("mail").post("/mail/bounces/{key}", {
    summary:
      "Reports of emails that came back later: a bounce email, or a webhook of Postmark, SendGrid, Mailgun or Brevo",
    takes: { body: "any", isForOtherSites: true, maxBytes: 1_000_000 },
    request: { params: z.object({ key: z.string() }) },
    requestBody: {
      content: { "application/json": { schema: {} }, "message/rfc822": { schema: {} } },
    },
    responses: {
      204: { description: "Read, whether or not it was about one of our emails" },
      default: answers(200, z.unknown()).default,
    },
  });

  return makeRoutes()
    .openapi(bounces, async (c) => {
      await admitBounces(deps, c.req.valid("param").key);
      const body = new Uint8Array(await c.req.arrayBuffer());
      await receiveBounces(deps, c.req.header("Content-Type") ?? "", body);
      return c.body(null, 204);
    })
    .openapi(list, async (c) => {
      const reader = { ...c.get("admin"), address: c.get("address") };
      return c.json(await listMails(deps, reader, c.req.valid("query")), 200);
    })
    .openapi(exported, async (c) => {
      refuseHead(c);
      const reader = { ...c.get("admin"), address: c.get("address") };
      const file = await exportMails(deps, reader, c.req.valid("query"));
      return c.body(file, 200, fileHeaders(exportName(deps.now())));
    })
    .openapi(read, async (c) => {
      const reader = { ...c.get("admin"), address: c.get("address") };
      return c.json(await readMailText(deps, reader, c.req.valid("param").id), 200);
    })
    .openapi(resend, async (c) => {
      const owner = { ...c.get("admin"), address: c.get("address") };
      await resendMail(deps, owner, c.req.valid("param").id);
      return c.json({ message: mailMessages.resent }, 201);
    })
    .openapi(dismissal, async (c) => {
      const owner = { ...c.get("admin"), address: c.get("address") };
      await dismissMail(deps, owner, c.req.valid("param").id);
      return c.json({ message: mailMessages.dismissed }, 201);
    });
}
