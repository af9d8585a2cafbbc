// An email with numbers is rendered once, and is the same for each manager.
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { queueWritten } from "#server/messages/mail/mail.ts";
import type { NumbersEmail } from "./numbers-email.tsx";
import type { Addressed } from "./regular-mails.ts";

export async function queueNumbers(deps: Deps, email: NumbersEmail) {
  // The library is large and rarely needed, so it is loaded on first use.
  const { renderNumbersEmail } = await import("./numbers-email.tsx");
  const written = await renderNumbersEmail(email);
  return (tx: Transaction, to: Addressed) => queueWritten(deps, tx, { ...to, ...written });
}
