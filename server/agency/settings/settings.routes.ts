import { z } from "zod";
import { settingsMessages } from "#content/console/settings.ts";
import { SenderCheck, SenderCheckRequest } from "#contract/sender-domain.ts";
import { Message } from "#contract/sessions.ts";
import {
  Settings,
  SettingsAnswer,
  SettingsChange,
  SettingsTest,
  settingParts,
} from "#contract/settings.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { changeSettings, removeSettings } from "./change-settings.ts";
import { checkSender } from "./check-sender.ts";
import { getSettings } from "./settings.ts";
import { trySettings } from "./try-settings.ts";

export function settingsRoutes(deps: Deps) {
  const owner = operations("settings", signedIn.admin, requireAdmin(deps));
  const proven = operations("settings", signedIn.admin, requireAdmin(deps, { isProven: true }));
  const read = owner.get("/admin/settings", {
    summary: "The settings from the console and the environment, without secrets",
    responses: answers(200, Settings),
  });
  const change = proven.patch("/admin/settings", {
    summary: "Change one section of the settings",
    // Twenty reply templates.
    takes: { maxBytes: 200_000 },
    request: { body: jsonBody(SettingsChange) },
    responses: answers(200, SettingsAnswer),
  });
  const removal = proven.delete("/admin/settings/{part}", {
    summary: "Reset one section of the settings to its defaults",
    request: { params: z.object({ part: z.enum(settingParts) }) },
    responses: answers(200, SettingsAnswer),
  });
  const test = proven.post("/admin/settings/tests", {
    summary: "Test settings, saved or not",
    request: { body: jsonBody(SettingsTest) },
    responses: answers(201, Message),
  });

  const senderCheck = proven.post("/admin/settings/sender-checks", {
    summary: "Look up SPF, DKIM and DMARC of the domain that emails come from",
    request: { body: jsonBody(SenderCheckRequest) },
    responses: answers(201, SenderCheck),
  });

  return makeRoutes()
    .openapi(senderCheck, async (c) => {
      const json = c.req.valid("json");
      return c.json(await checkSender(deps, visitorOf(c), c.get("admin"), json), 201);
    })
    .openapi(read, async (c) => c.json(await getSettings(deps), 200))
    .openapi(change, async (c) => {
      await changeSettings(deps, visitorOf(c), c.get("admin"), c.req.valid("json"));
      return c.json({ message: settingsMessages.saved, settings: await getSettings(deps) }, 200);
    })
    .openapi(removal, async (c) => {
      const { part } = c.req.valid("param");
      await removeSettings(deps, visitorOf(c), c.get("admin"), part);
      return c.json({ message: settingsMessages.removed, settings: await getSettings(deps) }, 200);
    })
    .openapi(test, async (c) => {
      const json = c.req.valid("json");
      const message = await trySettings(deps, visitorOf(c), c.get("admin"), json);
      return c.json({ message }, 201);
    });
}
