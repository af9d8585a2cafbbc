// The office phones that ring for someone who calls a practice.
import { isOpenAt } from "#contract/open-time.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { judgeNumber } from "#server/desk/phone/dialed-number.ts";
import { listOfficePhones } from "#server/desk/rings/office-phones.ts";
import { getOpenHours } from "#server/people/open-hours.ts";

type OfficePhone = Awaited<ReturnType<typeof listOfficePhones>>[number];

/**
 * Lists the phones in their order: none if the practice was closed when the call came in, and never
 * the caller's own. `phone`: the caller's number.
 */
export async function listCalledPhones(
  { config }: Pick<Deps, "config">,
  tx: Transaction,
  { clientId, phone, receivedAt }: { clientId: string; phone: string; receivedAt: Date },
): Promise<OfficePhone[]> {
  if (!isOpenAt(receivedAt, await getOpenHours({ db: tx }, clientId, receivedAt))) return [];
  const phones = await listOfficePhones({ db: tx }, clientId);
  return phones.filter(
    (one) =>
      one.confirmedAt !== null &&
      one.problem === null &&
      one.phone !== phone &&
      judgeNumber(one.phone, config.callCountries) === null,
  );
}

/** Returns whether a number is one of the practice's phones, confirmed or not. */
export async function isPracticePhone(
  tx: Transaction,
  clientId: string,
  phone: string,
): Promise<boolean> {
  const phones = await listOfficePhones({ db: tx }, clientId);
  return phones.some((one) => one.phone === phone);
}
