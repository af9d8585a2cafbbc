import type { Context } from "hono";
import { z } from "zod";
import { alertMessages } from "#content/messages.ts";
import { ViewAsQuery } from "#contract/accounts.ts";
import {
  AlertCode,
  AlertDeviceChange,
  AlertSettings,
  AlertSettingsChange,
  AlertSettingsChanged,
  NewAlertAddress,
  NewAlertDevice,
} from "#contract/alerts.ts";
import { uuid } from "#contract/fields.ts";
import { may } from "#contract/roles.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import {
  type Env,
  requireClient,
  requireClientOrViewAs,
  requireRight,
} from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import {
  addAddress,
  confirmAddress,
  removeAddress,
  testAddress,
  testFallback,
} from "./addresses.ts";
import { addDevice, changeDevice, type DeviceOwner, testDevice } from "./devices.ts";
import { reportOpened, reportShown, reportTextStatus } from "./reports.ts";
import { changeAlertSettings, getAlertSettings } from "./settings.ts";

export function alertRoutes(deps: Deps) {
  const tag = "alerts";
  const viewable = operations(tag, signedIn.client, requireClientOrViewAs(deps));
  const guarded = operations(tag, signedIn.client, requireClient(deps));
  const managed = operations(tag, signedIn.client, requireRight(deps, "alerts"));
  const proven = operations(tag, signedIn.client, requireRight(deps, "alerts", { isProven: true }));
  const byId = z.object({ id: uuid });
  const settings = viewable.get("/alerts", {
    summary: "How the practice gets alerts: its devices, its addresses, and whether it's open now",
    request: { query: ViewAsQuery },
    takes: { isInDemo: true },
    responses: answers(200, AlertSettings),
  });
  const change = managed.patch("/alerts", {
    summary: "Choose whether notifications show the campaign",
    request: { body: jsonBody(AlertSettingsChange) },
    responses: answers(200, AlertSettingsChanged),
  });
  const newDevice = guarded.post("/alerts/devices", {
    summary:
      "Turn on push notifications for a device; sending the same subscription again updates it",
    request: { body: jsonBody(NewAlertDevice) },
    responses: answers(201, AlertSettingsChanged),
  });
  const device = guarded.patch("/alerts/devices/{id}", {
    summary:
      "Choose whether a device gets alerts while the practice is closed, or report that its subscription has ended",
    request: { params: byId, body: jsonBody(AlertDeviceChange) },
    responses: answers(200, AlertSettingsChanged),
  });
  const noDevice = guarded.delete("/alerts/devices/{id}", {
    summary: "Turn off push notifications for a device",
    request: { params: byId },
    responses: answers(200, AlertSettingsChanged),
  });
  const deviceTest = guarded.post("/alerts/devices/{id}/tests", {
    summary: "Send a test notification to a device",
    request: { params: byId },
    responses: answers(201, AlertSettingsChanged),
  });
  // Someone at an unattended screen could otherwise send the practice's alerts elsewhere.
  const newAddress = proven.post("/alerts/addresses", {
    summary: "Add an email address or a US number; it gets a code",
    request: { body: jsonBody(NewAlertAddress) },
    responses: answers(201, AlertSettingsChanged),
  });
  const confirmation = managed.post("/alerts/addresses/{id}/confirmations", {
    summary: "Confirm an address with its code",
    request: { params: byId, body: jsonBody(AlertCode) },
    responses: answers(201, AlertSettingsChanged),
  });
  const addressTest = managed.post("/alerts/addresses/{id}/tests", {
    summary: "Send a test to a confirmed address",
    request: { params: byId },
    responses: answers(201, AlertSettingsChanged),
  });
  const fallbackTest = managed.post("/alerts/tests", {
    summary: "Send a test to your own address, which gets alerts while there is no other",
    responses: answers(201, AlertSettingsChanged),
  });
  const noAddress = managed.delete("/alerts/addresses/{id}", {
    summary: "Remove an address",
    request: { params: byId },
    responses: answers(200, AlertSettingsChanged),
  });

  const shown = guarded.post("/alerts/{id}/shown", {
    summary: "A service worker reports that it showed the notification",
    request: { params: byId },
    responses: answers(201, Message),
  });
  const opened = guarded.post("/alerts/{id}/opened", {
    summary: "A service worker reports that someone tapped the notification",
    request: { params: byId },
    responses: answers(201, Message),
  });
  const textStatus = operations(tag).post("/alerts/text-status", {
    summary: "Twilio reports a text message's delivery status, signed over the URL and fields",
    request: { headers: z.object({ "x-twilio-signature": z.string().max(200).optional() }) },
    requestBody: { content: { "application/x-www-form-urlencoded": { schema: {} } } },
    takes: { body: "any", isForOtherSites: true },
    responses: answers(200, z.object({ received: z.literal(true) })),
  });

  const ended = (problem: "gone" | null) => ({ endedAt: deps.now(), problem });
  const changed = async (c: Context<Env>, message: string) => ({
    alerts: await getAlertSettings(deps, c.get("client"), { seesAll: seesAll(c) }),
    message,
  });

  return makeRoutes()
    .openapi(settings, async (c) =>
      c.json(await getAlertSettings(deps, c.get("client"), { seesAll: seesAll(c) }), 200),
    )
    .openapi(change, async (c) => {
      const client = c.get("client");
      await changeAlertSettings(deps, visitorOf(c), client, c.req.valid("json"));
      return c.json(await changed(c, alertMessages.saved), 200);
    })
    .openapi(newDevice, async (c) => {
      const [client, sessionId] = [c.get("client"), c.get("sessionId")];
      await addDevice(deps, visitorOf(c), { ...client, sessionId }, c.req.valid("json"));
      return c.json(await changed(c, alertMessages.deviceAdded), 201);
    })
    .openapi(device, async (c) => {
      const json = c.req.valid("json");
      const change = "isGone" in json ? ended("gone") : json;
      await changeDevice(deps, devicesOf(c), c.req.valid("param").id, change);
      return c.json(await changed(c, alertMessages.saved), 200);
    })
    .openapi(noDevice, async (c) => {
      await changeDevice(deps, devicesOf(c), c.req.valid("param").id, ended(null));
      return c.json(await changed(c, alertMessages.deviceRemoved), 200);
    })
    .openapi(deviceTest, async (c) => {
      await testDevice(deps, devicesOf(c), c.req.valid("param").id);
      return c.json(await changed(c, alertMessages.testSent), 201);
    })
    .openapi(newAddress, async (c) => {
      const client = c.get("client");
      await addAddress(deps, client, c.req.valid("json"));
      return c.json(await changed(c, alertMessages.codeSent), 201);
    })
    .openapi(confirmation, async (c) => {
      const client = c.get("client");
      const given = { addressId: c.req.valid("param").id, code: c.req.valid("json").code };
      await confirmAddress(deps, visitorOf(c), client, given);
      return c.json(await changed(c, alertMessages.confirmed), 201);
    })
    .openapi(addressTest, async (c) => {
      const client = c.get("client");
      await testAddress(deps, client, c.req.valid("param").id);
      return c.json(await changed(c, alertMessages.testSent), 201);
    })
    .openapi(fallbackTest, async (c) => {
      await testFallback(deps, c.get("client"));
      return c.json(await changed(c, alertMessages.testSent), 201);
    })
    .openapi(shown, async (c) => {
      await reportShown(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ message: alertMessages.noted }, 201);
    })
    .openapi(opened, async (c) => {
      await reportOpened(deps, c.get("client"), c.req.valid("param").id);
      return c.json({ message: alertMessages.noted }, 201);
    })
    .openapi(textStatus, async (c) => {
      const signature = c.req.valid("header")["x-twilio-signature"] ?? "";
      const body = await c.req.text();
      await reportTextStatus(deps, { url: new URL(c.req.url), body, signature });
      return c.json({ received: true as const }, 200);
    })
    .openapi(noAddress, async (c) => {
      const client = c.get("client");
      await removeAddress(deps, visitorOf(c), client, c.req.valid("param").id);
      return c.json(await changed(c, alertMessages.addressRemoved), 200);
    });
}

/** Whether the caller sees and changes the whole practice's alerts, like the owner in "view as". */
function seesAll(c: Context<Env>): boolean {
  const role = c.get("role");
  return role ? may(role, "alerts") : c.get("admin") !== undefined;
}

/** The devices that the caller may change: their own, or those of the whole practice. */
function devicesOf(c: Context<Env>): DeviceOwner {
  const { clientId, accountId } = c.get("client");
  return seesAll(c) ? { clientId } : { clientId, accountId };
}
