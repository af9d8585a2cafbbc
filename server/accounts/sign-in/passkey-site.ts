// Where passkeys work. Browsers bind a passkey to a domain name (its RP ID) and reject an IP
// address: https://www.w3.org/TR/webauthn-3/#rp-id
import { isIP } from "node:net";
import { factorMessages } from "#content/messages.ts";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

type PasskeySite = { rpId: string; origin: string };

/**
 * Finds the site from the configured origin, regardless of the request's host. Returns null for an
 * IP address, or for http on anything but this machine.
 */
export function findPasskeySite({ origin }: Pick<Config, "origin">): PasskeySite | null {
  const { protocol, hostname } = new URL(origin);
  if (isIP(hostname) || hostname.startsWith("[")) return null;
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || isLocal ? { rpId: hostname, origin } : null;
}

/** Throws `conflict` with the reason. */
export function mustFindPasskeySite(config: Pick<Config, "origin">): PasskeySite {
  const site = findPasskeySite(config);
  if (!site) throw new AppError("conflict", { sentence: factorMessages.noPasskeysHere });
  return site;
}
