import type { Context } from "hono";
import { sharedDeviceMessages } from "#content/desk/shared-device.ts";
import { Message } from "#contract/sessions.ts";
import {
  DeviceUnlocked,
  PasswordUnlock,
  PinUnlock,
  SharedDevice,
  SharedDeviceStart,
  SharedDeviceStarted,
} from "#contract/shared-devices.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { type Env, requireClient, requireOwnDevice, requireRight } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { setTokenCookie } from "#server/http/session-tokens.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { getSharedDevice } from "./shared-device-state.ts";
import { startSharedDevice } from "./start-shared-device.ts";
import { lockDevice, noteActivity, unlockByPassword, unlockByPin } from "./unlock-device.ts";

export function sharedDeviceRoutes(deps: Deps) {
  const tag = "shared device";
  const always = operations(tag, signedIn.client, requireClient(deps, { isOpenWhileLocked: true }));
  const unlocked = operations(tag, signedIn.client, requireClient(deps));
  const managers = operations(tag, signedIn.client, [
    requireOwnDevice(deps),
    requireRight(deps, "sharedDevices"),
  ] as const);
  const read = always.get("/shared-device", {
    summary: "Whether this browser is a shared device, who can unlock it, and what's waiting",
    responses: answers(200, SharedDevice),
  });
  const start = managers.post("/shared-device", {
    summary: "Make this browser a shared device; it gets a new session",
    request: { body: jsonBody(SharedDeviceStart) },
    responses: answers(201, SharedDeviceStarted),
  });
  const byPin = always.post("/shared-device/unlocks", {
    summary: "Unlock the shared device with a PIN; after five wrong PINs it takes a password",
    request: { body: jsonBody(PinUnlock) },
    responses: answers(201, DeviceUnlocked),
  });
  const byPassword = always.post("/shared-device/passwords", {
    summary: "Unlock the shared device with a person's password, and set a PIN",
    request: { body: jsonBody(PasswordUnlock) },
    responses: answers(201, DeviceUnlocked),
  });
  const lock = always.post("/shared-device/locks", {
    summary: "Lock the shared device now",
    responses: answers(201, Message),
  });
  const activity = unlocked.post("/shared-device/activity", {
    summary: "Report that someone is using the shared device; never unlocks it",
    responses: answers(201, Message),
  });

  return makeRoutes()
    .openapi(read, async (c) => {
      if (!c.get("isShared")) return c.json({ isShared: false as const }, 200);
      const client = { ...c.get("client"), sessionId: c.get("sessionId") };
      return c.json(await getSharedDevice(deps, client), 200);
    })
    .openapi(start, async (c) => {
      const client = { ...c.get("client"), sessionId: c.get("sessionId") };
      const input = c.req.valid("json");
      const { token } = await startSharedDevice(deps, visitorOf(c), client, input);
      setTokenCookie(c, deps, "client", token);
      return c.json({ token, message: sharedDeviceMessages.started }, 201);
    })
    .openapi(byPin, async (c) => {
      const device = deviceOf(c);
      const locksAt = await unlockByPin(deps, visitorOf(c), device, c.req.valid("json"));
      return c.json(unlockedUntil(locksAt), 201);
    })
    .openapi(byPassword, async (c) => {
      const device = deviceOf(c);
      const locksAt = await unlockByPassword(deps, visitorOf(c), device, c.req.valid("json"));
      return c.json(unlockedUntil(locksAt), 201);
    })
    .openapi(lock, async (c) => {
      await lockDevice(deps, deviceOf(c));
      return c.json({ message: sharedDeviceMessages.locked }, 201);
    })
    .openapi(activity, async (c) => {
      await noteActivity(deps, deviceOf(c));
      return c.json({ message: sharedDeviceMessages.noted }, 201);
    });
}

function unlockedUntil(locksAt: Date) {
  return { locksAt: locksAt.toISOString(), message: sharedDeviceMessages.unlocked };
}

/** Throws `conflict` for a browser that isn't shared. */
function deviceOf(c: Context<Env>) {
  if (!c.get("isShared")) {
    throw new AppError("conflict", { sentence: sharedDeviceMessages.notShared });
  }
  return { clientId: c.get("client").clientId, sessionId: c.get("sessionId") };
}
