import { z } from "zod";
import { accountMessages } from "#content/messages.ts";
import {
  DeviceList,
  EmailChange,
  PasswordChange,
  PasswordChanged,
  ProfileAnswer,
  ProfileChange,
} from "#contract/accounts.ts";
import { uuid } from "#contract/fields.ts";
import { OpenHours, OpenHoursAnswer, OpenHoursChange } from "#contract/open-hours.ts";
import { Message } from "#contract/sessions.ts";
import { changeOpenHours, getOpenHours } from "#server/accounts/open-hours.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, setTokenCookie } from "#server/guards.ts";
import { answers, createRoute, jsonBody, makeRoutes, signedIn } from "#server/openapi.ts";
import { endDevice, listDevices } from "#server/sessions/sessions.ts";
import { visitorOf } from "#server/visitor.ts";
import { changePassword, changeProfile, requestNewAddress } from "./profile.ts";

export function profileRoutes(deps: Deps) {
  const guarded = {
    tags: ["profile"],
    security: signedIn.client,
    middleware: requireClient(deps),
  };
  const change = createRoute({
    ...guarded,
    method: "patch",
    path: "/clients/me",
    summary: "Change the practice's information",
    request: { body: jsonBody(ProfileChange) },
    responses: answers(200, ProfileAnswer),
  });
  const email = createRoute({
    ...guarded,
    method: "post",
    path: "/clients/me/email",
    summary: "Request a change of address; both addresses get a link",
    request: { body: jsonBody(EmailChange) },
    responses: answers(201, Message),
  });
  const password = createRoute({
    ...guarded,
    method: "put",
    path: "/clients/me/password",
    summary: "Change the password; every session ends, and this device gets a new one",
    request: { body: jsonBody(PasswordChange) },
    responses: answers(200, PasswordChanged),
  });
  const devices = createRoute({
    ...guarded,
    method: "get",
    path: "/clients/me/devices",
    summary: "The devices that are signed in",
    responses: answers(200, DeviceList),
  });
  const device = createRoute({
    ...guarded,
    method: "delete",
    path: "/clients/me/devices/{id}",
    summary: "Sign a device out",
    request: { params: z.object({ id: uuid }) },
    responses: answers(200, Message),
  });
  const hours = createRoute({
    ...guarded,
    method: "get",
    path: "/clients/me/hours",
    summary: "The opening hours in effect",
    responses: answers(200, OpenHours),
  });
  const newHours = createRoute({
    ...guarded,
    method: "put",
    path: "/clients/me/hours",
    summary: "Change time zone, week and holidays, from now on",
    request: { body: jsonBody(OpenHoursChange) },
    responses: answers(200, OpenHoursAnswer),
  });

  return makeRoutes()
    .openapi(change, async (c) => {
      const input = c.req.valid("json");
      const userData = await changeProfile(deps, visitorOf(c), c.get("client"), input);
      return c.json({ userData, message: accountMessages.saved }, 200);
    })
    .openapi(email, async (c) => {
      await requestNewAddress(deps, visitorOf(c), c.get("client"), c.req.valid("json"));
      return c.json({ message: accountMessages.newAddressAsked }, 201);
    })
    .openapi(password, async (c) => {
      const input = c.req.valid("json");
      const { token } = await changePassword(deps, visitorOf(c), c.get("client"), input);
      setTokenCookie(c, deps, "client", token);
      return c.json({ token, message: accountMessages.passwordChanged }, 200);
    })
    .openapi(devices, async (c) => {
      const { accountId } = c.get("client");
      return c.json({ devices: await listDevices(deps, accountId, c.get("sessionId")) }, 200);
    })
    .openapi(device, async (c) => {
      await endDevice(deps, visitorOf(c), c.get("client"), c.req.valid("param").id);
      return c.json({ message: accountMessages.deviceEnded }, 200);
    })
    .openapi(hours, async (c) =>
      c.json(await getOpenHours(deps, c.get("client").clientId, deps.now()), 200),
    )
    .openapi(newHours, async (c) => {
      const input = c.req.valid("json");
      const changed = await changeOpenHours(deps, visitorOf(c), c.get("client"), input);
      return c.json({ hours: changed, message: accountMessages.hoursSaved }, 200);
    });
}
