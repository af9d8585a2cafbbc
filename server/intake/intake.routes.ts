import type { Context } from "hono";
import { z } from "zod";
import { formPages, intakeMessages } from "#content/messages.ts";
import { FailedImports, FormReceived, MetaChallenge, platformId } from "#contract/intake.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { type Env, requireAdmin } from "#server/guards.ts";
import { answers, makeRoutes, operations, signedIn } from "#server/openapi.ts";
import { isFormEncoded, parseJson } from "#server/request-checks.ts";
import { visitorOf } from "#server/visitor.ts";
import { listFailedImports, replayFailedImport } from "./failed-imports.ts";
import { answerFormPage } from "./form-page.ts";
import { answerChallenge, receiveDelivery } from "./meta.ts";
import { admitForm, readPairs, receiveForm } from "./web-form.ts";

export function intakeRoutes(deps: Deps) {
  const anyone = operations("intake");
  const challenge = anyone.get("/intake/meta", {
    summary: "Meta's webhook verification challenge",
    request: { query: MetaChallenge },
    responses: {
      200: { content: { "text/plain": { schema: z.string() } }, description: "The challenge" },
      default: answers(200, z.unknown()).default,
    },
  });
  const delivery = anyone.post("/intake/meta", {
    summary: "Meta announces leads, signed over the raw body",
    request: { headers: z.object({ "x-hub-signature-256": z.string().max(200).optional() }) },
    responses: answers(200, z.object({ received: z.literal(true) })),
  });

  const form = anyone.post("/intake/form/{key}", {
    summary:
      "A web form's submission: JSON, or form-encoded and answered by a page or a 303 redirect",
    request: { params: z.object({ key: z.string() }) },
    // Documented here, but read by hand below: field names are arbitrary, and the limits come
    // before reading the body.
    requestBody: {
      content: {
        "application/json": { schema: {} },
        "application/x-www-form-urlencoded": { schema: {} },
      },
    },
    responses: {
      201: {
        content: {
          "application/json": { schema: FormReceived },
          // For a browser that submitted the form natively.
          "text/html": { schema: z.string() },
        },
        description: "Done",
      },
      default: answers(201, FormReceived).default,
      303: { description: "To the source's thank-you page" },
    },
  });
  const owner = operations("intake", signedIn.admin, requireAdmin(deps));
  const failedImports = owner.get("/admin/failed-imports", {
    summary: "Leads that a platform announced and that could not be imported",
    responses: answers(200, FailedImports),
  });
  const replay = owner.post("/admin/failed-imports/{id}/replays", {
    summary: "Retry a failed import",
    request: { params: z.object({ id: platformId }) },
    responses: answers(201, Message),
  });

  return makeRoutes()
    .openapi(challenge, (c) => c.text(answerChallenge(deps, c.req.valid("query")), 200))
    .openapi(delivery, async (c) => {
      const { "x-hub-signature-256": signature } = c.req.valid("header");
      const rawBody = Buffer.from(await c.req.arrayBuffer());
      await receiveDelivery(deps, rawBody, signature);
      return c.json({ received: true as const }, 200);
    })
    .openapi(form, async (c) => {
      const source = await admitForm(deps, {
        key: c.req.valid("param").key,
        origin: c.req.header("Origin") ?? null,
        address: visitorOf(c).address,
      });
      await receiveForm(deps, source, await readFields(c));
      if (!isFormEncoded(c)) return c.json({ received: true as const }, 201);
      if (source.thanksUrl) return c.redirect(source.thanksUrl, 303);
      return answerFormPage(c, formPages.received, 201);
    })
    .openapi(failedImports, async (c) => c.json(await listFailedImports(deps), 200))
    .openapi(replay, async (c) => {
      await replayFailedImport(deps, c.req.valid("param").id);
      return c.json({ message: intakeMessages.replayed }, 201);
    });
}

async function readFields(c: Context<Env>): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (isFormEncoded(c)) return readPairs(text);
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(text));
  if (!parsed.success) throw new AppError("invalid");
  return parsed.data;
}
