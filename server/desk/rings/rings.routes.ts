import type { Context } from "hono";
import { z } from "zod";
import { officePhoneMessages } from "#content/messages.ts";
import { ViewAsQuery } from "#contract/accounts.ts";
import { AlertCode } from "#contract/alerts.ts";
import { uuid } from "#contract/fields.ts";
import {
  LineCallAnswer,
  NewLineCall,
  NewOfficePhone,
  OfficePhoneOrder,
  OfficePhones,
  OfficePhonesChanged,
  Ringing,
} from "#contract/rings.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, requireClient, requireRight } from "#server/http/guards.ts";
import {
  answers,
  deskOperations,
  fileAnswer,
  jsonBody,
  makeRoutes,
  operations,
  signedIn,
} from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { answerRing } from "./answer-ring.ts";
import { startLineCall } from "./line-call.ts";
import {
  addOfficePhone,
  answerCodeCall,
  confirmOfficePhone,
  getOfficePhones,
  orderOfficePhones,
  removeOfficePhone,
  switchRings,
} from "./office-phones.ts";

export function ringRoutes(deps: Deps) {
  const tag = "phones";
  const viewable = operations(
    tag,
    signedIn.client,
    requireRight(deps, "alerts", { isViewable: true }),
  );
  const managed = operations(tag, signedIn.client, requireRight(deps, "alerts"));
  const proven = operations(tag, signedIn.client, requireRight(deps, "alerts", { isProven: true }));
  const byId = z.object({ id: uuid });
  const phones = viewable.get("/office-phones", {
    summary: "The practice's own phones that ring for new leads",
    request: { query: ViewAsQuery },
    responses: answers(200, OfficePhones),
  });
  // Someone at an unattended screen could redirect or silence the practice's rings.
  const newPhone = proven.post("/office-phones", {
    summary: "Add a phone; it is called and hears a code",
    request: { body: jsonBody(NewOfficePhone) },
    responses: answers(201, OfficePhonesChanged),
  });
  const confirmation = managed.post("/office-phones/{id}/confirmations", {
    summary: "Confirm a phone with its code",
    request: { params: byId, body: jsonBody(AlertCode) },
    responses: answers(201, OfficePhonesChanged),
  });
  const order = proven.put("/office-phones/order", {
    summary: "Put the phones in the order in which they ring",
    request: { body: jsonBody(OfficePhoneOrder) },
    responses: answers(200, OfficePhonesChanged),
  });
  const ringing = proven.put("/office-phones/ringing", {
    summary: "Turn the ringing for new leads on or off",
    request: { body: jsonBody(Ringing) },
    responses: answers(200, OfficePhonesChanged),
  });
  const noPhone = proven.delete("/office-phones/{id}", {
    summary: "Remove a phone",
    request: { params: byId },
    responses: answers(200, OfficePhonesChanged),
  });
  const lineCall = deskOperations(tag, requireClient(deps)).post("/leads/{id}/line-calls", {
    summary: "Ring an office phone, whose key then calls the lead; idempotent by submission id",
    request: { params: byId, body: jsonBody(NewLineCall) },
    responses: answers(201, LineCallAnswer),
  });
  const signed = operations(tag, undefined, undefined, { body: "any", isForOtherSites: true });
  const codeCall = signed.post("/voice/codes", {
    summary: "Twilio asks what a call with a code says, signed over the URL and fields",
    request: { headers: signatureHeader },
    requestBody: formBody,
    responses: fileAnswer("text/xml", { description: "TwiML" }),
  });
  const ringCall = signed.post("/voice/rings", {
    summary: "Twilio asks or reports about a call of an office phone, signed in the same way",
    request: { headers: signatureHeader },
    requestBody: formBody,
    responses: fileAnswer("text/xml", { description: "TwiML" }),
  });

  const changed = async (c: Context<Env>, message: string) => ({
    office: await getOfficePhones(deps, c.get("client")),
    message,
  });

  return makeRoutes()
    .openapi(phones, async (c) => c.json(await getOfficePhones(deps, c.get("client")), 200))
    .openapi(newPhone, async (c) => {
      await addOfficePhone(deps, visitorOf(c), c.get("client"), c.req.valid("json"));
      return c.json(await changed(c, officePhoneMessages.called), 201);
    })
    .openapi(confirmation, async (c) => {
      const { code } = c.req.valid("json");
      const phoneId = c.req.valid("param").id;
      await confirmOfficePhone(deps, visitorOf(c), c.get("client"), { phoneId, code });
      return c.json(await changed(c, officePhoneMessages.confirmed), 201);
    })
    .openapi(order, async (c) => {
      const { phoneIds } = c.req.valid("json");
      await orderOfficePhones(deps, visitorOf(c), c.get("client"), phoneIds);
      return c.json(await changed(c, officePhoneMessages.ordered), 200);
    })
    .openapi(ringing, async (c) => {
      const wanted = c.req.valid("json");
      await switchRings(deps, visitorOf(c), c.get("client"), wanted);
      const { turnedOn, turnedOff } = officePhoneMessages;
      return c.json(await changed(c, wanted.isOn ? turnedOn : turnedOff), 200);
    })
    .openapi(noPhone, async (c) => {
      await removeOfficePhone(deps, visitorOf(c), c.get("client"), c.req.valid("param").id);
      return c.json(await changed(c, officePhoneMessages.removed), 200);
    })
    .openapi(lineCall, async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      return c.json({ lineCall: await startLineCall(deps, c.get("client"), id, wanted) }, 201);
    })
    .openapi(codeCall, async (c) => c.body(await answerCodeCall(deps, await askedIn(c)), 200, xml))
    .openapi(ringCall, async (c) => c.body(await answerRing(deps, await askedIn(c)), 200, xml));
}

const xml = { "Content-Type": "text/xml; charset=utf-8" };
const signatureHeader = z.object({ "x-twilio-signature": z.string().max(200).optional() });
const formBody = { content: { "application/x-www-form-urlencoded": { schema: {} } } };

/** What Twilio posted, with its signature. */
async function askedIn({ req }: Context<Env>) {
  const signature = req.header("x-twilio-signature") ?? "";
  return { url: new URL(req.url), body: await req.text(), signature };
}
