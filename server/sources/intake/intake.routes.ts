import type { Context } from "hono";
import { z } from "zod";
import { formPages, intakeMessages } from "#content/messages.ts";
import {
  FailedLeadNotifications,
  FailedLeadNotificationsDismissal,
  FormOfPage,
  FormReceived,
  GoogleReceived,
  MetaChallenge,
  WebhookReceived,
} from "#contract/intake.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { type Env, requireAdmin } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { isForm, isJson, openToScripts } from "#server/http/request-checks.ts";
import { visitorOf } from "#server/http/visitor.ts";
import {
  dismissFailedLeadNotifications,
  listFailedLeadNotifications,
  retryFailedLeadNotifications,
} from "./failed-lead-notifications.ts";
import { answerFormPage } from "./form-page.ts";
import { admitSender, type KeyedKind } from "./keyed-sources.ts";
import { answerChallenge, receiveDelivery } from "./meta.ts";
import { receive } from "./receive.ts";
import { readSentBody } from "./sent-body.ts";
import { maxFormBytes } from "./web-form.ts";

const oneLeadBytes = 65_536;

export function intakeRoutes(deps: Deps) {
  const anyone = operations("intake");
  const sent = { body: "any", isForOtherSites: true } as const;
  const challenge = anyone.get("/intake/meta", {
    summary: "Meta's webhook verification challenge",
    request: { query: MetaChallenge },
    responses: {
      200: { content: { "text/plain": { schema: z.string() } }, description: "The challenge" },
      default: answers(200, z.unknown()).default,
    },
  });
  const delivery = anyone.post("/intake/meta", {
    summary: "Meta's webhook for new leads, signed over the raw body",
    request: { headers: z.object({ "x-hub-signature-256": z.string().max(200).optional() }) },
    // A delivery may have many leads.
    takes: { ...sent, maxBytes: 1_000_000 },
    responses: answers(200, z.object({ received: z.literal(true) })),
  });

  const form = anyone.post("/intake/form/{key}", {
    summary: "Submit a web form as JSON, or as a form to get a page or a 303 redirect",
    takes: { ...sent, maxBytes: maxFormBytes, isReadAsPage: isForm },
    request: { params: z.object({ key: z.string() }) },
    // The body is documented here but parsed by our own code, because field names are arbitrary and
    // the limits apply before the body is read.
    requestBody: {
      content: {
        "application/json": { schema: {} },
        "application/x-www-form-urlencoded": { schema: {} },
        "multipart/form-data": { schema: {} },
      },
    },
    responses: {
      201: {
        content: {
          "application/json": { schema: FormReceived },
          // A browser that submits the form without a script gets a page.
          "text/html": { schema: z.string() },
        },
        description: "Done",
      },
      // Errors are a page too, for a form that a browser submitted.
      default: {
        ...answers(201, FormReceived).default,
        content: {
          ...answers(201, FormReceived).default.content,
          "text/html": { schema: z.string() },
        },
      },
      303: { description: "Redirects to the source's thank-you page" },
    },
  });
  const google = anyone.post("/intake/google/{key}", {
    summary: "A lead from a Google Ads lead form, in Google's own format",
    takes: { ...sent, maxBytes: oneLeadBytes },
    request: { params: z.object({ key: z.string() }) },
    requestBody: { content: { "application/json": { schema: {} } } },
    responses: answers(200, GoogleReceived),
  });
  const webhook = anyone.post("/intake/webhook/{key}", {
    summary: "A lead from any other system: a JSON object of any shape, or a form",
    takes: { ...sent, maxBytes: oneLeadBytes },
    request: { params: z.object({ key: z.string() }) },
    requestBody: {
      content: {
        "application/json": { schema: {} },
        "application/x-www-form-urlencoded": { schema: {} },
        "multipart/form-data": { schema: {} },
      },
    },
    responses: {
      ...answers(201, WebhookReceived),
      202: {
        content: { "application/json": { schema: WebhookReceived } },
        description: "Stored, but we found no name, phone number or email address in it",
      },
    },
  });
  const owner = operations("intake", signedIn.admin, requireAdmin(deps));
  const failedLeadNotifications = owner.get("/admin/failed-lead-notifications", {
    summary: "Leads that a platform announced but that couldn't be imported, by page and form",
    responses: answers(200, FailedLeadNotifications),
  });
  const replay = owner.post("/admin/failed-lead-notifications/replays", {
    summary: "Retry a form's failed lead notifications",
    request: { body: jsonBody(FormOfPage) },
    responses: answers(201, Message),
  });
  const dismiss = owner.post("/admin/failed-lead-notifications/dismissals", {
    summary: "Dismiss a form's failed lead notifications",
    description: "Refused as `stale` when their number has changed.",
    request: { body: jsonBody(FailedLeadNotificationsDismissal) },
    responses: answers(201, Message),
  });

  const routes = makeRoutes();
  routes.use("/intake/form/:key", openToScripts);
  return routes
    .openapi(challenge, (c) => c.text(answerChallenge(deps, c.req.valid("query")), 200))
    .openapi(delivery, async (c) => {
      const { "x-hub-signature-256": signature } = c.req.valid("header");
      const rawBody = Buffer.from(await c.req.arrayBuffer());
      await receiveDelivery(deps, rawBody, signature);
      return c.json({ received: true as const }, 200);
    })
    .openapi(form, async (c) => {
      const source = await admit(deps, c, "form", c.req.valid("param").key);
      await receive(deps, source, await sentBody(c));
      if (!isForm(c)) return c.json({ received: true as const }, 201);
      if (source.thanksUrl) return c.redirect(source.thanksUrl, 303);
      return answerFormPage(c, formPages.received, 201);
    })
    .openapi(google, async (c) => {
      if (!isJson(c)) throw new AppError("unsupported_media_type");
      const source = await admit(deps, c, "google", c.req.valid("param").key);
      await receive(deps, source, { body: await c.req.text() });
      return c.json({}, 200);
    })
    .openapi(webhook, async (c) => {
      const source = await admit(deps, c, "webhook", c.req.valid("param").key);
      const { result } = await receive(deps, source, await sentBody(c));
      if (result === "unmapped")
        return c.json({ received: true, needsMapping: true } as const, 202);
      return c.json({ received: true, needsMapping: false } as const, 201);
    })
    .openapi(failedLeadNotifications, async (c) =>
      c.json(await listFailedLeadNotifications(deps), 200),
    )
    .openapi(replay, async (c) => {
      await retryFailedLeadNotifications(deps, ownerOf(c), c.req.valid("json"));
      return c.json({ message: intakeMessages.replayed }, 201);
    })
    .openapi(dismiss, async (c) => {
      await dismissFailedLeadNotifications(deps, ownerOf(c), c.req.valid("json"));
      return c.json({ message: intakeMessages.dismissed }, 201);
    });
}

function ownerOf(c: Context<Env>) {
  return { accountId: c.get("admin").accountId, address: c.get("address") };
}

async function sentBody(c: Context<Env>) {
  return readSentBody(await c.req.text(), c.req.header("Content-Type") ?? "");
}

function admit(deps: Deps, c: Context<Env>, kind: KeyedKind, key: string) {
  const { address } = visitorOf(c);
  return admitSender(deps, { kind, key, address, origin: c.req.header("Origin") ?? null });
}
