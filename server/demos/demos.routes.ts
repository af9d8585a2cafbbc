import { createMiddleware } from "hono/factory";
import { demoMessages } from "#content/demo.ts";
import { Demo, DemoOutbox, demoMinutes, NewDemo } from "#contract/demos.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { refuseWithoutDemos } from "#server/http/demo-requests.ts";
import { type Env, requireDemo } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { clearTokenCookie, setTokenCookie } from "#server/http/session-tokens.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { endDemo, getDemo, listOutbox, startDemo } from "./demos.ts";

export function demoRoutes(deps: Deps) {
  const whereOn = createMiddleware<Env>(async (_, next) => {
    refuseWithoutDemos(deps);
    await next();
  });
  const start = operations("demos", undefined, whereOn, { isInDemo: true }).post("/demos", {
    summary: "Start a live demo; its session cookie, `demoToken`, only works under `/demo`",
    request: { body: jsonBody(NewDemo) },
    responses: answers(201, Demo),
  });
  const guarded = operations("demos", signedIn.demo, requireDemo(deps), { isInDemo: true });
  const current = guarded.get("/demos/current", {
    summary: "When this demo ends",
    responses: answers(200, Demo),
  });
  const outbox = guarded.get("/demos/current/outbox", {
    summary: "The emails that this demo would have sent",
    responses: answers(200, DemoOutbox),
  });
  const end = guarded.delete("/demos/current", {
    summary: "End this demo and erase everything in it",
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(start, async (c) => {
      const { token, demo } = await startDemo(deps, visitorOf(c), c.req.valid("json"));
      setTokenCookie(c, deps, "demo", token, demoMinutes * 60);
      return c.json(demo, 201);
    })
    .openapi(current, async (c) => c.json(await getDemo(deps, c.get("client")), 200))
    .openapi(outbox, async (c) => c.json(await listOutbox(deps, c.get("client")), 200))
    .openapi(end, async (c) => {
      await endDemo(deps, c.get("client"));
      clearTokenCookie(c, deps, "demo");
      return c.json({ message: demoMessages.ended }, 200);
    });
}
