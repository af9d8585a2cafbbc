// Looks up the records by which other mail servers recognize our emails: SPF, DKIM and DMARC.
import { settingsMessages as messages } from "#content/console/settings.ts";
import { site } from "#content/site.ts";
import type { SenderCheck, SenderCheckRequest, SenderRecord } from "#contract/sender-domain.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { DnsUnavailable } from "#server/outside/dns.ts";
import { audit } from "#server/records/audit/audit.ts";
import { type Judged, judgeDkim, judgeDmarc, judgeSpf } from "./sender-records.ts";

type Tools = Pick<Deps, "config" | "db" | "dns" | "limits" | "now">;

/** Selectors of common mail services, because a domain doesn't list its own. */
const commonSelectors = [
  ...["google", "selector1", "selector2", "k1", "k2", "k3", "s1", "s2", "mail", "default"],
  ...["dkim", "smtp", "pm", "resend", "mandrill", "mxvault", "fm1", "zoho"],
];

/** Throws `conflict` if this machine can't look up DNS records, and `too_many_requests`. */
export async function checkSender(
  deps: Tools,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  { selector }: SenderCheckRequest,
): Promise<SenderCheck> {
  await deps.limits.count("settingsTestPerOwner", accountId);
  await audit(deps, deps.db, {
    ...{ action: "settings_tested", accountId, address },
    detail: { part: "mail" },
  });
  const domain = (deps.config.mailFrom ?? site.email).split("@").at(-1)?.toLowerCase() ?? "";
  const find = async (name: string, judge: (texts: string[]) => Judged): Promise<SenderRecord> => ({
    name,
    ...judge(await deps.dns.texts(name)),
  });
  const keys = selector ? [selector] : commonSelectors;
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      find(domain, judgeSpf),
      findFirst(keys.map((key) => find(`${key}._domainkey.${domain}`, judgeDkim))),
      findInParents(domain, (name) => find(`_dmarc.${name}`, judgeDmarc)),
    ]);
    return { domain, spf, dkim, dmarc };
  } catch (error) {
    if (!(error instanceof DnsUnavailable)) throw error;
    throw new AppError("conflict", { sentence: messages.mail.noDns });
  }
}

/** Returns the first record that exists, in this order, or else the last one. */
async function findFirst(looked: Promise<SenderRecord>[]): Promise<SenderRecord> {
  const found = await Promise.all(looked);
  const existing = found.filter(({ state }) => state !== "missing");
  const best = existing.find(({ state }) => state === "right") ?? existing[0] ?? found.at(-1);
  if (!best) throw new Error("Nothing was looked up");
  return best;
}

/** A domain without a policy inherits the one of the nearest domain above it. */
async function findInParents(
  domain: string,
  find: (name: string) => Promise<SenderRecord>,
): Promise<SenderRecord> {
  const own = await find(domain);
  const parent = domain.split(".").slice(1).join(".");
  if (own.state !== "missing" || !parent.includes(".")) return own;
  const above = await findInParents(parent, find);
  return above.state === "missing" ? own : above;
}
