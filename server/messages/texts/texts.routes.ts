import type { Context } from "hono";
import { z } from "zod";
import { textMessages } from "#content/messages.ts";
import { ViewAsQuery } from "#contract/accounts.ts";
import { uuid, whole } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import {
  LeadTexts,
  LeadTextsChanged,
  MissedCallText,
  maxTextMedia,
  NewText,
  NewTextLead,
  TextLeadAdded,
  TextSettings,
  TextSettingsChanged,
  TextSwitch,
  TextTemplates,
  TextThreadQuery,
  TextThreads,
} from "#contract/texts.ts";
import type { Deps } from "#server/deps.ts";
import { boundReading } from "#server/http/bulk-reading.ts";
import {
  type Env,
  requireClient,
  requireClientOrViewAs,
  requireRight,
} from "#server/http/guards.ts";
import {
  answers,
  deskOperations,
  fileAnswer,
  fileHeaders,
  jsonBody,
  makeRoutes,
  operations,
  signedIn,
} from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { listLeadTexts, readLeadTexts, sendLeadText, undoLeadText } from "./lead-texts.ts";
import { receiveText } from "./receive-text.ts";
import { openTextMedia } from "./text-media.ts";
import { reportLeadText } from "./text-reports.ts";
import { changeMissedCallText, getTextSettings, switchTexts } from "./text-settings.ts";
import { listTextTemplates } from "./text-templates.ts";
import { addTextLead, listThreads } from "./threads.ts";

const byId = z.object({ id: uuid });
const byMedia = z.object({ id: uuid, receivedTextId: uuid, index: whole(0, maxTextMedia - 1) });
const byText = z.object({ id: uuid, textId: uuid });
const signatureHeader = z.object({ "x-twilio-signature": z.string().max(200).optional() });
const formBody = { content: { "application/x-www-form-urlencoded": { schema: {} } } };
const xml = { "Content-Type": "text/xml; charset=utf-8" };

export function textRoutes(deps: Deps) {
  const tag = "texts";
  const view = deskOperations(tag, requireClientOrViewAs(deps));
  const guarded = deskOperations(tag, requireClient(deps));
  const list = view.get("/leads/{id}/texts", {
    summary: "Texts with a lead, and why it can't be texted now",
    request: { params: byId, query: ViewAsQuery },
    responses: answers(200, LeadTexts),
  });
  const send = guarded.post("/leads/{id}/texts", {
    summary: "Text a lead; idempotent by submission id",
    request: { params: byId, body: jsonBody(NewText) },
    responses: answers(201, LeadTextsChanged),
  });
  const undo = guarded.post("/leads/{id}/texts/{textId}/undos", {
    summary: "Undo a text that isn't on its way yet; idempotent",
    request: { params: byText },
    responses: answers(201, LeadTextsChanged),
  });
  const media = guarded.get("/leads/{id}/texts/{receivedTextId}/media/{index}", {
    summary: "A picture or file that came with a text, fetched from the provider",
    request: { params: byMedia },
    responses: fileAnswer("application/octet-stream", { description: "A picture or a PDF" }),
  });
  const templates = guarded.get("/leads/{id}/texts/templates", {
    summary: "The templates for texts, filled in with the lead's details",
    request: { params: byId },
    responses: answers(200, TextTemplates),
  });
  const reading = guarded.post("/leads/{id}/texts/readings", {
    summary: "Mark a lead's texts as read",
    request: { params: byId },
    responses: answers(201, Message),
  });
  const threads = operations(tag, signedIn.client, [
    boundReading(deps),
    requireClient(deps),
  ] as const).get("/texts", {
    summary: "The practice's texts by thread, newest first, and the missed calls to return",
    request: { query: TextThreadQuery },
    responses: answers(200, TextThreads),
  });
  const own = operations(tag, signedIn.client, requireClient(deps));
  const newLead = own.post("/texts/leads", {
    summary: "Add the person behind an unassigned thread as a lead",
    request: { body: jsonBody(NewTextLead) },
    responses: answers(201, TextLeadAdded),
  });
  const viewable = operations(
    tag,
    signedIn.client,
    requireRight(deps, "alerts", { isViewable: true }),
  );
  const proven = operations(tag, signedIn.client, requireRight(deps, "alerts", { isProven: true }));
  const settings = viewable.get("/texts/settings", {
    summary: "Whether the practice texts its leads",
    request: { query: ViewAsQuery },
    responses: answers(200, TextSettings),
  });
  const change = proven.put("/texts/settings", {
    summary: "Turn texts to leads on or off",
    request: { body: jsonBody(TextSwitch) },
    responses: answers(200, TextSettingsChanged),
  });
  const missedCalls = proven.put("/texts/settings/missed-calls", {
    summary: "Turn the text that answers a missed call on or off, and write it",
    request: { body: jsonBody(MissedCallText) },
    responses: answers(200, TextSettingsChanged),
  });
  const signed = operations(tag, undefined, undefined, { body: "any", isForOtherSites: true });
  const inbound = signed.post("/texts/inbound", {
    summary: "Twilio posts a text to a practice's number, signed over the URL and fields",
    request: { headers: signatureHeader },
    requestBody: formBody,
    responses: fileAnswer("text/xml", { description: "Empty TwiML: no reply" }),
  });
  const status = signed.post("/texts/status", {
    summary: "Twilio reports the state of a text to a lead, signed in the same way",
    request: { headers: signatureHeader },
    requestBody: formBody,
    responses: answers(200, z.object({ received: z.literal(true) })),
  });

  return makeRoutes()
    .openapi(list, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await listLeadTexts(deps, c.get("client").clientId, id), 200);
    })
    .openapi(send, async (c) => {
      const { id } = c.req.valid("param");
      const client = c.get("client");
      await sendLeadText(deps, client, id, c.req.valid("json"));
      const texts = await listLeadTexts(deps, client.clientId, id);
      return c.json({ texts, message: textMessages.queued }, 201);
    })
    .openapi(undo, async (c) => {
      const { id, textId } = c.req.valid("param");
      const client = c.get("client");
      await undoLeadText(deps, client, id, textId);
      const texts = await listLeadTexts(deps, client.clientId, id);
      return c.json({ texts, message: textMessages.undone }, 201);
    })
    .openapi(media, async (c) => {
      const { id: leadId, receivedTextId: textId, index } = c.req.valid("param");
      const { clientId } = c.get("client");
      const { type, bytes } = await openTextMedia(deps, { clientId, leadId, textId, index });
      const [, ending = ""] = type.split("/");
      return c.body(bytes, 200, fileHeaders(`${index + 1}.${ending}`, type));
    })
    .openapi(templates, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await listTextTemplates(deps, c.get("client"), id), 200);
    })
    .openapi(reading, async (c) => {
      await readLeadTexts(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ message: textMessages.read }, 201);
    })
    .openapi(threads, async (c) => {
      const page = await listThreads(deps, c.get("client").clientId, c.req.valid("query"));
      c.set(
        "peopleRead",
        [...page.threads, ...page.missedCalls].map(({ leadId, phone }) => leadId ?? phone),
      );
      return c.json(page, 200);
    })
    .openapi(newLead, async (c) => {
      const leadId = await addTextLead(deps, c.get("client"), c.req.valid("json"));
      return c.json({ leadId, message: textMessages.leadAdded }, 201);
    })
    .openapi(settings, async (c) => c.json(await getTextSettings(deps, c.get("client")), 200))
    .openapi(change, async (c) => {
      const { isOn } = c.req.valid("json");
      await switchTexts(deps, visitorOf(c), c.get("client"), isOn);
      const now = await getTextSettings(deps, c.get("client"));
      const { turnedOn, turnedOff } = textMessages;
      return c.json({ settings: now, message: isOn ? turnedOn : turnedOff }, 200);
    })
    .openapi(missedCalls, async (c) => {
      const wanted = c.req.valid("json");
      await changeMissedCallText(deps, visitorOf(c), c.get("client"), wanted);
      const now = await getTextSettings(deps, c.get("client"));
      const { missedCallsOn, missedCallsOff } = textMessages;
      return c.json({ settings: now, message: wanted.isOn ? missedCallsOn : missedCallsOff }, 200);
    })
    .openapi(inbound, async (c) => c.body(await receiveText(deps, await postedIn(c)), 200, xml))
    .openapi(status, async (c) => {
      await reportLeadText(deps, await postedIn(c));
      return c.json({ received: true as const }, 200);
    });
}

/** What Twilio posted, with its signature. */
async function postedIn({ req }: Context<Env>) {
  const signature = req.header("x-twilio-signature") ?? "";
  return { url: new URL(req.url), body: await req.text(), signature };
}
