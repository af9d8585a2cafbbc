// A captcha's solution works once: checked first, used up in the transaction of what it allows.
import { lt } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { usedCaptchas } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { CheckedCaptcha } from "#server/outside/captcha.ts";

/** The checked solution, null when captchas are off. Throws `invalid` on the field `captcha`. */
export async function checkCaptcha(
  deps: Deps,
  solution: string | undefined,
): Promise<CheckedCaptcha | null> {
  if (!deps.captcha.isOn) return null;
  const checked = await deps.captcha.check(solution ?? "");
  if (!checked) throw unsolved();
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
  const checked = await deps.captcha.check(solution);
  if (!checked) return false;
  const used = await deps.db.query.usedCaptchas.findFirst({
    where: (row, { eq }) => eq(row.signature, checked.signature),
  });
  return used === undefined;
}

/** Forgets solutions that are out of date and would be refused anyway. */
export async function forgetExpiredCaptchas(deps: Deps): Promise<void> {
  await deps.db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, deps.now()));
}

function unsolved() {
  return new AppError("invalid", { fields: { captcha: "captcha" } });
}
