import { z } from "zod";
import { MetaChallenge } from "#contract/intake.ts";
import type { Deps } from "#server/deps.ts";
import { answers, createRoute, makeRoutes } from "#server/openapi.ts";
import { answerChallenge, receiveDelivery } from "./meta.ts";

export function intakeRoutes(deps: Deps) {
  const challenge = createRoute({
    method: "get",
    path: "/intake/meta",
    tags: ["intake"],
    summary: "Meta asks whether this address is ours",
    request: { query: MetaChallenge },
    responses: {
      200: { content: { "text/plain": { schema: z.string() } }, description: "The challenge" },
      default: answers(200, z.unknown()).default,
    },
  });
  const delivery = createRoute({
    method: "post",
    path: "/intake/meta",
    tags: ["intake"],
    summary: "Meta announces leads, signed over the raw body",
    request: { headers: z.object({ "x-hub-signature-256": z.string().max(200).optional() }) },
    responses: answers(200, z.object({ received: z.literal(true) })),
  });

  return makeRoutes()
    .openapi(challenge, (c) => c.text(answerChallenge(deps, c.req.valid("query")), 200))
    .openapi(delivery, async (c) => {
      const { "x-hub-signature-256": signature } = c.req.valid("header");
      const rawBody = Buffer.from(await c.req.arrayBuffer());
      await receiveDelivery(deps, rawBody, signature);
      return c.json({ received: true as const }, 200);
    });
}
