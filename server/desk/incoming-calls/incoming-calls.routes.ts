import { z } from "zod";
import type { Deps } from "#server/deps.ts";
import { fileAnswer, makeRoutes, operations } from "#server/http/openapi.ts";
import { receiveCall } from "./receive-call.ts";

export function incomingCallRoutes(deps: Deps) {
  const signed = operations("phones", undefined, undefined, { body: "any", isForOtherSites: true });
  const incoming = signed.post("/voice/incoming", {
    summary:
      "Twilio asks or reports about a call to a practice's number, signed over URL and fields",
    request: { headers: z.object({ "x-twilio-signature": z.string().max(200).optional() }) },
    requestBody: { content: { "application/x-www-form-urlencoded": { schema: {} } } },
    responses: fileAnswer("text/xml", { description: "TwiML" }),
  });
  return makeRoutes().openapi(incoming, async (c) => {
    const asked = {
      ...{ url: new URL(c.req.url), body: await c.req.text() },
      signature: c.req.header("x-twilio-signature") ?? "",
    };
    const twiml = await receiveCall(deps, asked);
    return c.body(twiml, 200, { "Content-Type": "text/xml; charset=utf-8" });
  });
}
