// The borders between folders are lint rules. Each is broken once here, and the linter reports it.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "#server/root.ts";

const testApp = mkdtempSync(path.join(tmpdir(), "borders-"));
copyFileSync(path.join(projectRoot, ".oxlintrc.json"), path.join(testApp, ".oxlintrc.json"));
afterAll(() => rmSync(testApp, { recursive: true, force: true }));

test.each([
  ["contract/leads.ts", `import pg from "pg";`],
  ["contract/leads.ts", `import { site } from "#content/site.ts";`],
  ["contract/leads.ts", `import type { Api } from "#server/api.ts";`],
  ["content/site.ts", `import { uuid } from "#contract/fields.ts";`],
  ["content/site.ts", `import type { Deps } from "#server/deps.ts";`],
  ["app/api.ts", `import { makeApi } from "#server/api.ts";`],
  ["app/root.tsx", `import type { Deps } from "#server/deps.ts";`],
  ["app/portfolio/home.tsx", `import { Landing } from "#app/marketing/landing.tsx";`],
  ["app/portfolio/home.tsx", `import type { Api } from "#server/api.ts";`],
  ["app/marketing/landing.tsx", `import { Home } from "#app/portfolio/home.tsx";`],
  ["app/lms/dashboard.tsx", `import { Today } from "#app/admin/today.tsx";`],
  ["app/admin/today.tsx", `import { Dashboard } from "#app/lms/dashboard.tsx";`],
  ["app/ui/form.tsx", `import { Dashboard } from "#app/lms/dashboard.tsx";`],
  ["server/leads/leads.ts", `import { mailRoutes } from "#server/mail/mail.routes.ts";`],
  ["server/leads/leads.ts", `import { mailJobs } from "#server/mail/mail.jobs.ts";`],
  ["server/leads/leads.ts", `import { Clock } from "#app/ui/clock.tsx";`],
  ["server/leads/leads.ts", `import { openTestApp } from "#server/testing/test-app.ts";`],
  ["server/api.ts", `import { Clock } from "#app/ui/clock.tsx";`],
  ["server/outside/mail.ts", `import { queueMail } from "#server/mail/mail.ts";`],
  ["server/db/database.ts", `import { queueMail } from "#server/mail/mail.ts";`],
  ["e2e/a.spec.ts", `import { Clock } from "#app/ui/clock.tsx";`],
  ["e2e/a.spec.ts", `import { queueMail } from "#server/mail/mail.ts";`],
  ["bench/lists.ts", `import { queueMail } from "#server/mail/mail.ts";`],
  ["app/ui/form.tsx", `import { x } from "../api.ts";`],
  ["server/leads/leads.ts", `import { x } from "../errors.ts";`],
])("%s may not say: %s", (file, line) => {
  expect(lint(file, line)).toContain("no-restricted-imports");
});

test.each([
  ["contract/leads.ts", `import { z } from "zod";\nimport { uuid } from "./fields.ts";`],
  ["content/site.ts", `import type { FieldCode } from "#contract/errors.ts";`],
  ["app/api.ts", `import type { Api } from "#server/api.ts";`],
  ["app/lms/dashboard.tsx", `import { Clock } from "#app/ui/clock.tsx";`],
  ["server/leads/leads.ts", `import { queueMail } from "#server/mail/mail.ts";`],
  ["server/outside/mail.ts", `import type { Config } from "#server/config.ts";`],
  ["e2e/a.spec.ts", `import { makeLead } from "#server/db/make.ts";`],
])("%s may say: %s", (file, line) => {
  expect(lint(file, line)).not.toContain("no-restricted-imports");
});

function lint(file: string, line: string): string {
  const target = path.join(testApp, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${line}\n`);
  const oxlint = path.join(projectRoot, "node_modules/oxlint/bin/oxlint");
  const result = spawnSync(process.execPath, [oxlint, file], { cwd: testApp, encoding: "utf8" });
  rmSync(target);
  return result.stdout + result.stderr;
}
