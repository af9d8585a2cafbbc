// The ids of Google Ads accounts.
import { anyText } from "./fields.ts";

/**
 * A customer id as people copy it, such as "123-456-7890", or only its ten digits. It's converted
 * to the ten digits. An empty text or null becomes null.
 */
export const googleCustomerId = anyText
  .trim()
  .regex(/^(\d{10}|\d{3}-\d{3}-\d{4})?$/, "not_a_customer_id")
  .transform((id) => id.replaceAll("-", "") || null)
  .nullable();

/** Formats the ten digits as Google shows them: "123-456-7890". */
export function customerIdText(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");
}
