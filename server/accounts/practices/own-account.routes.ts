// Routes for the logged-in account's devices, email address and password, for people at a practice
// and for owners.
import { z } from "zod";
import { accountMessages } from "#content/messages.ts";
import { DeviceList, EmailChange, PasswordChange, PasswordChanged } from "#contract/accounts.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import { endDevice, endOtherDevices, listDevices } from "#server/accounts/sign-in/devices.ts";
import type { Deps } from "#server/deps.ts";
import { accountOf, requireAdmin, requireOwnDevice } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { setTokenCookie } from "#server/http/session-tokens.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { changePassword, requestNewAddress } from "./own-account.ts";

export function ownAccountRoutes(deps: Deps) {
  return makeRoutes().route("/", routesOf(deps, "client")).route("/", routesOf(deps, "admin"));
}

/** Creates the same operations for each kind of account, with its own paths. */
function routesOf(deps: Deps, kind: "client" | "admin") {
  const guard =
    kind === "client" ? requireOwnDevice(deps) : requireAdmin(deps, { area: "account" });
  const guarded = operations("account", signedIn[kind], guard);
  const own: "/clients/me" | "/admins/myself" =
    kind === "client" ? "/clients/me" : "/admins/myself";
  const email = guarded.post(`${own}/email`, {
    summary: "Request a change of email address; both addresses get a link",
    request: { body: jsonBody(EmailChange) },
    responses: answers(201, Message),
  });
  const password = guarded.put(`${own}/password`, {
    summary: "Change the password; every session ends, and this device gets a new one",
    request: { body: jsonBody(PasswordChange) },
    responses: answers(200, PasswordChanged),
  });
  const devices = guarded.get(`${own}/devices`, {
    takes: { isInDemo: kind === "client" },
    summary: "The devices that are signed in",
    responses: answers(200, DeviceList),
  });
  const device = guarded.delete(`${own}/devices/{id}`, {
    summary: "Sign a device out",
    request: { params: z.object({ id: uuid }) },
    responses: answers(200, Message),
  });
  const others = guarded.delete(`${own}/devices`, {
    summary: "Sign out every device but this one",
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(email, async (c) => {
      await requestNewAddress(deps, visitorOf(c), accountOf(c), c.req.valid("json"));
      return c.json({ message: accountMessages.newAddressAsked }, 201);
    })
    .openapi(password, async (c) => {
      const input = c.req.valid("json");
      const { token } = await changePassword(deps, visitorOf(c), accountOf(c), input);
      setTokenCookie(c, deps, kind, token);
      return c.json({ token, message: accountMessages.passwordChanged }, 200);
    })
    .openapi(devices, async (c) => c.json({ devices: await listDevices(deps, accountOf(c)) }, 200))
    .openapi(device, async (c) => {
      await endDevice(deps, visitorOf(c), accountOf(c), c.req.valid("param").id);
      return c.json({ message: accountMessages.deviceEnded }, 200);
    })
    .openapi(others, async (c) => {
      await endOtherDevices(deps, visitorOf(c), accountOf(c));
      return c.json({ message: accountMessages.otherDevicesEnded }, 200);
    });
}
