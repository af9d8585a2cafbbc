import { accountMessages } from "#content/messages.ts";
import { DeskSettingsChange, ProfileAnswer, ProfileChange } from "#contract/accounts.ts";
import { FirstSteps } from "#contract/first-steps.ts";
import { OpenHours, OpenHoursAnswer, OpenHoursChange } from "#contract/open-hours.ts";
import type { Deps } from "#server/deps.ts";
import { requireClient, requireRight } from "#server/http/guards.ts";
import { answers, deskOperations, jsonBody, makeRoutes } from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { changeOpenHours, getOpenHours } from "#server/people/open-hours.ts";
import { getFirstSteps } from "./first-steps.ts";
import { changeDeskSettings, changeProfile } from "./profile.ts";

export function profileRoutes(deps: Deps) {
  const guarded = deskOperations("profile", requireClient(deps));
  const ofProfile = deskOperations("profile", requireRight(deps, "profile"));
  const ofHours = deskOperations("profile", requireRight(deps, "hours"));
  const change = ofProfile.patch("/clients/me", {
    summary: "Change the practice's information",
    request: { body: jsonBody(ProfileChange) },
    responses: answers(200, ProfileAnswer),
  });
  const desk = ofProfile.patch("/clients/me/desk", {
    summary: "Change the practice's lead desk preferences",
    request: { body: jsonBody(DeskSettingsChange) },
    responses: answers(200, ProfileAnswer),
  });
  const hours = guarded.get("/clients/me/hours", {
    summary: "The business hours in effect",
    responses: answers(200, OpenHours),
  });
  const newHours = ofHours.put("/clients/me/hours", {
    summary: "Change the time zone, weekly hours and holidays, from now on",
    request: { body: jsonBody(OpenHoursChange) },
    responses: answers(200, OpenHoursAnswer),
  });
  const firstSteps = guarded.get("/clients/me/first-steps", {
    summary: "Which setup steps a new practice has completed",
    takes: { isInDemo: false },
    responses: answers(200, FirstSteps),
  });

  return makeRoutes()
    .openapi(change, async (c) => {
      const input = c.req.valid("json");
      const by = { ...c.get("client"), provenAt: c.get("provenAt") };
      const userData = await changeProfile(deps, visitorOf(c), by, input);
      return c.json({ userData, message: accountMessages.saved }, 200);
    })
    .openapi(desk, async (c) => {
      const userData = await changeDeskSettings(deps, c.get("client"), c.req.valid("json"));
      return c.json({ userData, message: accountMessages.saved }, 200);
    })
    .openapi(hours, async (c) =>
      c.json(await getOpenHours(deps, c.get("client").clientId, deps.now()), 200),
    )
    .openapi(newHours, async (c) => {
      const input = c.req.valid("json");
      const changed = await changeOpenHours(deps, visitorOf(c), c.get("client"), input);
      return c.json({ hours: changed, message: accountMessages.hoursSaved }, 200);
    })
    .openapi(firstSteps, async (c) =>
      c.json(await getFirstSteps(deps, c.get("client").clientId), 200),
    );
}
