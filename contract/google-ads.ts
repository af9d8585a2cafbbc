// Google Ads' account ids.
import { anyText } from "./fields.ts";

/**
 * A customer id as people copy it, "123-456-7890", or its ten digits, which result. Empty or null:
 * none, which is null.
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
