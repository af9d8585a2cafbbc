// Decides which numbers the app never dials, regardless of what a form contains. Pure.
import type { CallCountry } from "#server/config-values.ts";
import { countryOf } from "./area-codes.ts";

export type NumberRefusal = "not_a_number" | "service_number" | "country";

/**
 * Returns the reason for not dialing a number, or null if it may be dialed. Only numbers of the
 * configured `countries` may be.
 */
export function judgeNumber(phone: string, countries: CallCountry[]): NumberRefusal | null {
  const [, area, exchange = "", line = ""] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  if (!/^\+[1-9]\d{7,14}$/.test(phone)) return "not_a_number";
  if (area && isService(area, exchange, line)) return "service_number";
  const country = countryOf(phone);
  return country && countries.includes(country) ? null : "country";
}

/**
 * Checks for numbers of the North American Numbering Plan that no person has: premium numbers (900,
 * 976), service and emergency codes (N11), and directory assistance (555-1212). 911, 933 and 988
 * aren't checked here, because they don't have ten digits.
 */
function isService(area: string, exchange: string, line: string): boolean {
  const isCode = /^\d11$/.test(area) || /^\d11$/.test(exchange);
  const isDirectory = exchange === "555" && line === "1212";
  return isCode || area === "900" || exchange === "976" || isDirectory;
}
