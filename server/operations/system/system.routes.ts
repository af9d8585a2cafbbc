import { z } from "zod";
import { jobMessages } from "#content/console/system.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import { JobList, JobQuery, JobQueues, SystemState } from "#contract/system.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/http/guards.ts";
import { answers, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { cancelJob, listJobs, listQueues, retryJob } from "./job-log.ts";
import { readSystem } from "./system-state.ts";

const byId = z.object({ id: uuid });

export function systemRoutes(deps: Deps) {
  const owner = operations("system", signedIn.admin, requireAdmin(deps));
  const queues = owner.get("/admin/queues", {
    summary: "How many jobs are waiting, running, failed and done, by queue",
    responses: answers(200, JobQueues),
  });
  const jobs = owner.get("/admin/jobs", {
    summary: "Background jobs in one state, newest first",
    request: { query: JobQuery },
    responses: answers(200, JobList),
  });
  const retry = owner.post("/admin/jobs/{id}/retries", {
    summary: "Run a failed job again",
    request: { params: byId },
    responses: answers(201, Message),
  });
  const cancel = owner.post("/admin/jobs/{id}/cancellations", {
    summary: "Cancel a waiting job",
    request: { params: byId },
    responses: answers(201, Message),
  });
  const system = owner.get("/admin/system", {
    summary: "Version, processes, database, backups, health, disk",
    responses: answers(200, SystemState),
  });

  return makeRoutes()
    .openapi(queues, async (c) => {
      const now = deps.now().toISOString();
      return c.json({ now, queues: await listQueues(deps) }, 200);
    })
    .openapi(jobs, async (c) => c.json(await listJobs(deps, c.req.valid("query")), 200))
    .openapi(retry, async (c) => {
      await retryJob(deps, visitorOf(c), c.get("admin"), c.req.valid("param").id);
      return c.json({ message: jobMessages.retried }, 201);
    })
    .openapi(cancel, async (c) => {
      await cancelJob(deps, visitorOf(c), c.get("admin"), c.req.valid("param").id);
      return c.json({ message: jobMessages.canceled }, 201);
    })
    .openapi(system, async (c) => c.json(await readSystem(deps), 200));
}
