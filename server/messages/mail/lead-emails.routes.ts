import { z } from "zod";
import { mailMessages } from "#content/messages.ts";
import { ViewAsQuery } from "#contract/accounts.ts";
import { uuid } from "#contract/fields.ts";
import {
  EmailLayout,
  LeadEmailAnswer,
  LeadEmailList,
  LeadEmailRequest,
  MailAlarm,
  MailStopAnswer,
  PracticeMailList,
  PracticeMailQuery,
  UnsubscribeQuery,
  Unsubscribing,
} from "#contract/mail.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { boundReading } from "#server/http/bulk-reading.ts";
import { requireClient, requireClientOrViewAs } from "#server/http/guards.ts";
import { inTurn } from "#server/http/in-turn.ts";
import { answers, deskOperations, jsonBody, makeRoutes, operations } from "#server/http/openapi.ts";
import { richTextBytes } from "#server/http/request-checks.ts";
import {
  countMailProblems,
  getLeadEmail,
  listLeadEmails,
  listPracticeMails,
  resendLeadEmail,
  sendLeadEmail,
} from "./lead-emails.ts";
import { allowMailToLead, getUnsubscribing, stopMailToLead, unsubscribe } from "./mail-stops.ts";

const byId = z.object({ id: uuid });
const byEmail = z.object({ id: uuid, emailId: uuid });

export function leadEmailRoutes(deps: Deps) {
  const guarded = deskOperations("mail", requireClient(deps));
  const view = deskOperations("mail", requireClientOrViewAs(deps));
  const list = view.get("/leads/{id}/emails", {
    summary: "Emails to a lead, and whether automatic ones are off",
    request: { params: byId, query: ViewAsQuery },
    responses: answers(200, LeadEmailList),
  });
  // Rich text is parsed and serialized, as in templates.
  const written = deskOperations("mail", [requireClient(deps), inTurn(deps.queues.processor)], {
    maxBytes: richTextBytes,
  });
  const send = written.post("/leads/{id}/emails", {
    summary: "Email a lead; idempotent by submission id",
    request: { params: byId, body: jsonBody(LeadEmailRequest) },
    responses: answers(201, LeadEmailAnswer),
  });
  const letter = view.get("/leads/{id}/emails/{emailId}", {
    summary: "One email as it was sent",
    request: { params: byEmail, query: ViewAsQuery },
    responses: answers(200, EmailLayout),
  });
  const resend = guarded.post("/leads/{id}/emails/{emailId}/resendings", {
    summary: "Resend an email that failed or may not have arrived",
    request: { params: byEmail },
    responses: answers(201, Message),
  });
  const stop = guarded.put("/leads/{id}/mail-stop", {
    summary: "Stop automatic emails to this lead's address",
    request: { params: byId },
    responses: answers(200, MailStopAnswer),
  });
  const allow = guarded.delete("/leads/{id}/mail-stop", {
    summary: "Allow automatic emails again, unless the recipient unsubscribed",
    request: { params: byId },
    responses: answers(200, MailStopAnswer),
  });
  const log = deskOperations("mail", [boundReading(deps), requireClient(deps)] as const).get(
    "/mail",
    {
      summary: "The practice's emails to all of its leads, newest first",
      request: { query: PracticeMailQuery },
      responses: answers(200, PracticeMailList),
    },
  );
  const alarm = guarded.get("/mail/alarm", {
    summary: "Problems with emails to leads in the last seven days",
    responses: answers(200, MailAlarm),
  });
  const anyone = operations("mail");
  const unsubscribing = anyone.get("/mail/unsubscribe", {
    takes: { isInDemo: true },
    summary: "What an unsubscribe link would turn off; changes nothing",
    request: { query: UnsubscribeQuery },
    responses: answers(200, Unsubscribing),
  });
  const oneClick = anyone.post("/mail/unsubscribe", {
    summary: "One-click unsubscribe from automatic emails (RFC 8058); needs no cookie",
    request: { query: UnsubscribeQuery },
    requestBody: { content: { "application/x-www-form-urlencoded": { schema: {} } } },
    takes: { body: "any", isForOtherSites: true },
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(list, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await listLeadEmails(deps, c.get("client").clientId, id), 200);
    })
    .openapi(send, async (c) => {
      const { id } = c.req.valid("param");
      const email = await sendLeadEmail(deps, c.get("client"), id, c.req.valid("json"));
      return c.json({ email, message: mailMessages.queued }, 201);
    })
    .openapi(letter, async (c) => {
      const { id, emailId } = c.req.valid("param");
      return c.json(await getLeadEmail(deps, c.get("client").clientId, id, emailId), 200);
    })
    .openapi(resend, async (c) => {
      const { id, emailId } = c.req.valid("param");
      await resendLeadEmail(deps, c.get("client"), id, emailId);
      return c.json({ message: mailMessages.resent }, 201);
    })
    .openapi(stop, async (c) => {
      const { id } = c.req.valid("param");
      const stopped = await stopMailToLead(deps, c.get("client"), id);
      return c.json({ stop: stopped, message: mailMessages.stopped }, 200);
    })
    .openapi(allow, async (c) => {
      await allowMailToLead(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ stop: null, message: mailMessages.allowed }, 200);
    })
    .openapi(log, async (c) => {
      const page = await listPracticeMails(deps, c.get("client").clientId, c.req.valid("query"));
      c.set(
        "peopleRead",
        page.emails.map(({ leadId }) => leadId),
      );
      return c.json(page, 200);
    })
    .openapi(alarm, async (c) =>
      c.json(await countMailProblems(deps, c.get("client").clientId), 200),
    )
    .openapi(unsubscribing, async (c) =>
      c.json(await getUnsubscribing(deps, c.req.valid("query").t), 200),
    )
    .openapi(oneClick, async (c) => {
      await unsubscribe(deps, c.req.valid("query").t);
      return c.json({ message: mailMessages.unsubscribed }, 200);
    });
}
