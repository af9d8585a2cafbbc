// Which numbers the app never dials, whatever a form contains. Pure.
import type { CallCountry } from "#server/config-values.ts";
import { countryOf } from "./area-codes.ts";

export type NumberRefusal = "not_a_number" | "service_number" | "country";

/** Returns why a number isn't dialed, or null if it may be. `countries` are the configured ones. */
export function judgeNumber(phone: string, countries: CallCountry[]): NumberRefusal | null {
  const [, area, exchange = "", line = ""] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  if (!/^\+[1-9]\d{7,14}$/.test(phone)) return "not_a_number";
  if (area && isService(area, exchange, line)) return "service_number";
  const country = countryOf(phone);
  return country && countries.includes(country) ? null : "country";
}

/**
 * Checks for numbers in the North American plan (NANPA) that don't belong to a person: premium
 * (900, 976), service and emergency codes (N11), directory assistance (555-1212). 911, 933 and 988
 * don't have ten digits.
 */
function isService(area: string, exchange: string, line: string): boolean {
  const isCode = /^\d11$/.test(area) || /^\d11$/.test(exchange);
  const isDirectory = exchange === "555" && line === "1212";
  return isCode || area === "900" || exchange === "976" || isDirectory;
}
