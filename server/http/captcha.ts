// A captcha solution works once: it is verified first, then consumed in the transaction that it
// protects.
import { createHash } from "node:crypto";
import { eq, lt } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { confirmedCaptchas, usedCaptchas } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { CaptchaUnavailable, type CheckedCaptcha } from "#server/outside/captcha.ts";

/**
 * Returns the verified solution; null when captchas are off. Throws `invalid` on the field
 * `captcha`. Runs before any rate limit per account or email address, so that no one can lock
 * others out without a solution.
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

/** Consumes a solution. Exactly one of two concurrent requests with the same solution succeeds. */
export async function consumeCaptcha(
  tx: Transaction,
  captcha: CheckedCaptcha | null,
): Promise<void> {
  if (!captcha) return;
  const spent = await tx
    .insert(usedCaptchas)
    .values(captcha)
    .onConflictDoNothing()
    .returning({ signature: usedCaptchas.signature });
  if (spent.length === 0) throw unsolved();
}

/**
 * Handles `GET /api/credentials?captcha=`: whether a submission with this solution would be
 * accepted.
 */
export async function isCaptchaSolved(deps: Deps, solution: string): Promise<boolean> {
  if (!deps.captcha.isOn) return true;
  const checked = await check(deps, solution);
  return checked !== null && !(await isUsed(deps, checked));
}

async function isUsed(deps: Deps, { signature }: CheckedCaptcha): Promise<boolean> {
  return (await deps.db.$count(usedCaptchas, eq(usedCaptchas.signature, signature))) > 0;
}

/** Deletes expired solutions, which would be rejected anyway. */
export async function deleteExpiredCaptchas(deps: Deps): Promise<void> {
  await deps.db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, deps.now()));
  await deps.db.delete(confirmedCaptchas).where(lt(confirmedCaptchas.expiresAt, deps.now()));
}

/**
 * Some providers verify a token only once. The form checks the token before the submission does, so
 * a verified token's hash is stored until the submission.
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
    if (!(error instanceof CaptchaUnavailable)) throw error;
    deps.log.error({ problem: error.message }, "the captcha provider returned an error");
    throw new AppError("unavailable", { retryAfterSeconds: 10 });
  }
}

function unsolved() {
  return new AppError("invalid", { fields: { captcha: "captcha" } });
}
