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
import { type Env, requireClient, requireClientOrViewAs, requireRight } from "#server/guards.ts";
import { answers, createRoute, jsonBody, makeRoutes, signedIn } from "#server/openapi.ts";
import { visitorOf } from "#server/visitor.ts";
import { addAddress, confirmAddress, removeAddress, testAddress } from "./addresses.ts";
import { addDevice, changeDevice, type DeviceOwner, testDevice } from "./devices.ts";
import { reportOpened, reportShown, reportTextStatus } from "./reports.ts";
import { changeAlertSettings, getAlertSettings } from "./settings.ts";

export function alertRoutes(deps: Deps) {
  const guarded = {
    tags: ["alerts"],
    security: signedIn.client,
    middleware: requireClient(deps),
  };
  const managed = { ...guarded, middleware: requireRight(deps, "alerts") };
  const byId = z.object({ id: uuid });
  const settings = createRoute({
    ...guarded,
    middleware: requireClientOrViewAs(deps),
    method: "get",
    path: "/alerts",
    summary: "How the practice hears of new leads: devices, addresses, whether it is open",
    request: { query: ViewAsQuery },
    responses: answers(200, AlertSettings),
  });
  const change = createRoute({
    ...managed,
    method: "patch",
    path: "/alerts",
    summary: "Choose whether notifications name the campaign",
    request: { body: jsonBody(AlertSettingsChange) },
    responses: answers(200, AlertSettingsChanged),
  });
  const newDevice = createRoute({
    ...guarded,
    method: "post",
    path: "/alerts/devices",
    summary: "Send push notifications to this device; the same subscription again updates it",
    request: { body: jsonBody(NewAlertDevice) },
    responses: answers(201, AlertSettingsChanged),
  });
  const device = createRoute({
    ...guarded,
    method: "patch",
    path: "/alerts/devices/{id}",
    summary: "Choose whether a device gets alerts while the practice is closed",
    request: { params: byId, body: jsonBody(AlertDeviceChange) },
    responses: answers(200, AlertSettingsChanged),
  });
  const noDevice = createRoute({
    ...guarded,
    method: "delete",
    path: "/alerts/devices/{id}",
    summary: "Send no more push notifications to a device",
    request: { params: byId },
    responses: answers(200, AlertSettingsChanged),
  });
  const deviceTest = createRoute({
    ...guarded,
    method: "post",
    path: "/alerts/devices/{id}/tests",
    summary: "Send a test notification to a device",
    request: { params: byId },
    responses: answers(201, AlertSettingsChanged),
  });
  const newAddress = createRoute({
    ...managed,
    method: "post",
    path: "/alerts/addresses",
    summary: "Add an email address or a US number; it gets a code",
    request: { body: jsonBody(NewAlertAddress) },
    responses: answers(201, AlertSettingsChanged),
  });
  const confirmation = createRoute({
    ...managed,
    method: "post",
    path: "/alerts/addresses/{id}/confirmations",
    summary: "Confirm an address with its code",
    request: { params: byId, body: jsonBody(AlertCode) },
    responses: answers(201, AlertSettingsChanged),
  });
  const addressTest = createRoute({
    ...managed,
    method: "post",
    path: "/alerts/addresses/{id}/tests",
    summary: "Send a test to a confirmed address",
    request: { params: byId },
    responses: answers(201, AlertSettingsChanged),
  });
  const noAddress = createRoute({
    ...managed,
    method: "delete",
    path: "/alerts/addresses/{id}",
    summary: "Remove an address",
    request: { params: byId },
    responses: answers(200, AlertSettingsChanged),
  });

  const shown = createRoute({
    ...guarded,
    method: "post",
    path: "/alerts/{id}/shown",
    summary: "A service worker reports that it showed the notification",
    request: { params: byId },
    responses: answers(201, Message),
  });
  const opened = createRoute({
    ...guarded,
    method: "post",
    path: "/alerts/{id}/opened",
    summary: "A service worker reports that somebody pressed the notification",
    request: { params: byId },
    responses: answers(201, Message),
  });
  const textStatus = createRoute({
    method: "post",
    path: "/alerts/text-status",
    tags: ["alerts"],
    summary: "Twilio reports what became of a text message, signed over address and fields",
    request: { headers: z.object({ "x-twilio-signature": z.string().max(200).optional() }) },
    responses: answers(200, z.object({ received: z.literal(true) })),
  });

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
      await changeAlertSettings(deps, client, c.req.valid("json"));
      return c.json(await changed(c, alertMessages.saved), 200);
    })
    .openapi(newDevice, async (c) => {
      const [client, sessionId] = [c.get("client"), c.get("sessionId")];
      await addDevice(deps, visitorOf(c), { ...client, sessionId }, c.req.valid("json"));
      return c.json(await changed(c, alertMessages.deviceAdded), 201);
    })
    .openapi(device, async (c) => {
      await changeDevice(deps, devicesOf(c), c.req.valid("param").id, c.req.valid("json"));
      return c.json(await changed(c, alertMessages.saved), 200);
    })
    .openapi(noDevice, async (c) => {
      await changeDevice(deps, devicesOf(c), c.req.valid("param").id, { endedAt: deps.now() });
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
      const { code } = c.req.valid("json");
      await confirmAddress(deps, client, c.req.valid("param").id, code);
      return c.json(await changed(c, alertMessages.confirmed), 201);
    })
    .openapi(addressTest, async (c) => {
      const client = c.get("client");
      await testAddress(deps, client, c.req.valid("param").id);
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
      await reportTextStatus(deps, new URL(c.req.url), await c.req.text(), signature);
      return c.json({ received: true as const }, 200);
    })
    .openapi(noAddress, async (c) => {
      const client = c.get("client");
      await removeAddress(deps, client, c.req.valid("param").id);
      return c.json(await changed(c, alertMessages.addressRemoved), 200);
    });
}

/** Whether the caller sees and changes the whole practice's; the owner, who views as it, does. */
function seesAll(c: Context<Env>): boolean {
  const role = c.get("role");
  return role ? may(role, "alerts") : c.get("admin") !== undefined;
}

/** The devices that the caller may change: their own, or those of the whole practice. */
function devicesOf(c: Context<Env>): DeviceOwner {
  const { clientId, accountId } = c.get("client");
  return seesAll(c) ? { clientId } : { clientId, accountId };
}
