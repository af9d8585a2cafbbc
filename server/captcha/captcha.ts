// A captcha's solution works once: checked first, used up in the transaction of what it allows.
import { createHash } from "node:crypto";
import { eq, lt } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { confirmedCaptchas, usedCaptchas } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { CaptchaAway, type CheckedCaptcha } from "#server/outside/captcha.ts";

/**
 * The checked solution, null when captchas are off. Throws `invalid` on the field `captcha`. It comes
 * before any limit on an account or an e-mail address: who solves nothing must not lock others out.
 */
export async function checkCaptcha(
  deps: Deps,
  solution: string | undefined,
): Promise<CheckedCaptcha | null> {
  if (!deps.captcha.isOn) return null;
  const checked = await check(deps, solution ?? "");
  if (!checked || (await isUsed(deps, checked))) throw unsolved();
  return checked;
}

/** Uses a solution up. Of two that race with the same one, exactly one passes. */
export async function spendCaptcha(tx: Transaction, captcha: CheckedCaptcha | null): Promise<void> {
  if (!captcha) return;
  const spent = await tx
    .insert(usedCaptchas)
    .values(captcha)
    .onConflictDoNothing()
    .returning({ signature: usedCaptchas.signature });
  if (spent.length === 0) throw unsolved();
}

/** `GET /api/credentials?captcha=`: whether a submission with this solution would be let in. */
export async function isCaptchaSolved(deps: Deps, solution: string): Promise<boolean> {
  if (!deps.captcha.isOn) return true;
  const checked = await check(deps, solution);
  return checked !== null && !(await isUsed(deps, checked));
}

async function isUsed(deps: Deps, { signature }: CheckedCaptcha): Promise<boolean> {
  return (await deps.db.$count(usedCaptchas, eq(usedCaptchas.signature, signature))) > 0;
}

/** Forgets solutions that are out of date and would be refused anyway. */
export async function forgetExpiredCaptchas(deps: Deps): Promise<void> {
  await deps.db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, deps.now()));
  await deps.db.delete(confirmedCaptchas).where(lt(confirmedCaptchas.expiresAt, deps.now()));
}

/**
 * A provider that confirms a token once would refuse the submission after the form's own check: a
 * confirmed token is remembered, by its hash, for as long as that takes.
 */
async function check(deps: Deps, solution: string): Promise<CheckedCaptcha | null> {
  if (!deps.captcha.confirmsOnce) return ask(deps, solution);
  const signature = createHash("sha256").update(solution).digest("hex");
  const known = await deps.db.query.confirmedCaptchas.findFirst({
    where: (row, { and, eq, gt }) =>
      and(eq(row.signature, signature), gt(row.expiresAt, deps.now())),
  });
  if (known) return known;
  const checked = await ask(deps, solution);
  if (!checked) return null;
  const set = { expiresAt: checked.expiresAt };
  await deps.db
    .insert(confirmedCaptchas)
    .values(checked)
    .onConflictDoUpdate({ target: confirmedCaptchas.signature, set });
  return checked;
}

async function ask(deps: Deps, solution: string): Promise<CheckedCaptcha | null> {
  try {
    return await deps.captcha.check(solution);
  } catch (error) {
    if (!(error instanceof CaptchaAway)) throw error;
    deps.log.error({ problem: error.message }, "the captcha's provider did not answer well");
    throw new AppError("unavailable", { retryAfterSeconds: 10 });
  }
}

function unsolved() {
  return new AppError("invalid", { fields: { captcha: "captcha" } });
}
