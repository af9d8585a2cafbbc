import { Health, Probe } from "#contract/health.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { checkHealth, isReady } from "./health.ts";
import { answers, makeRoutes, operations } from "./openapi.ts";

const health = operations("health");
const retryAfterSeconds = 5;

export function healthRoutes(deps: Deps) {
  return makeRoutes()
    .openapi(
      health.get("/health", {
        summary: "Health of each component",
        responses: answers(200, Health),
      }),
      async (c) => {
        const state = await checkHealth(deps);
        if (state.status === "failing") throw new AppError("unavailable", { retryAfterSeconds });
        return c.json(state, 200);
      },
    )
    .openapi(
      health.get("/health/live", {
        summary: "Liveness: restart the process if it doesn't answer",
        responses: answers(200, Probe),
      }),
      (c) => c.json({ status: "ok" as const }, 200),
    )
    .openapi(
      health.get("/health/ready", {
        summary: "Readiness: whether to send requests to this process",
        responses: answers(200, Probe),
      }),
      async (c) => {
        if (await isReady(deps)) return c.json({ status: "ok" as const }, 200);
        throw new AppError("unavailable", { retryAfterSeconds });
      },
    );
}
