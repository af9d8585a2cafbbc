// Merges a change into a part: absent fields and empty secrets keep their values. A stored password
// is kept only for the same account, because otherwise it would be sent to a different server.
import { CalendarState } from "#contract/bookings.ts";
import type { SettingPart, SettingsChange } from "#contract/settings.ts";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";
import { isOnMachine, type StoredSettings } from "./stored.ts";

type Row = { value: Record<string, unknown>; secrets: Record<string, string> };
type ChangeOf<Part extends SettingPart> = Extract<SettingsChange, { part: Part }>;

/** Throws `invalid` for a missing secret. */
export function mergeChange(stored: StoredSettings, change: SettingsChange, machine: Config): Row {
  switch (change.part) {
    case "mail":
      return mergeMail(stored.mail, change, machine);
    case "captcha":
      return mergeCaptcha(stored.captcha, change);
    case "meta":
      return mergeMeta(stored.meta, change, machine);
    case "googleAds":
      return mergeGoogleAds(stored.googleAds, change, machine);
    case "texts":
      return mergeTexts(stored.texts, change);
    case "site":
      return { value: mergeSite(stored.site, change), secrets: {} };
    case "calls": {
      const { part: _part, version: _version, ...value } = change;
      return { value, secrets: {} };
    }
    case "calendar": {
      const feedUrl = change.feedUrl || stored.calendar?.secrets.feedUrl;
      if (!feedUrl) throw new AppError("invalid", { fields: { feedUrl: "required" } });
      // The last read's result doesn't apply to a different calendar.
      const isSame = feedUrl === stored.calendar?.secrets.feedUrl;
      const value = isSame && stored.calendar ? stored.calendar.value : CalendarState.parse({});
      return { value, secrets: { feedUrl } };
    }
    case "replies":
      return { value: mergeReplies(stored.replies, change), secrets: {} };
    case "replyTemplates":
      return { value: { templates: change.templates }, secrets: {} };
  }
}

function mergeSite(stored: StoredSettings["site"], change: ChangeOf<"site">) {
  const { publishResponseTime, sendsMondayMail = stored?.value.sendsMondayMail ?? true } = change;
  return { publishResponseTime, sendsMondayMail };
}

function mergeReplies(stored: StoredSettings["replies"], change: ChangeOf<"replies">) {
  const { replyTo = stored?.value.replyTo ?? null, signature = stored?.value.signature ?? "" } =
    change;
  return { replyTo, signature };
}

function mergeMail(stored: StoredSettings["mail"], change: ChangeOf<"mail">, machine: Config): Row {
  const from = change.from === undefined ? (stored?.value.from ?? null) : change.from;
  const kept = stored?.value.server ?? null;
  if (change.server === undefined || isOnMachine(machine, "mailServer")) {
    return { value: { server: kept, from }, secrets: present(stored?.secrets ?? {}) };
  }
  if (change.server === null) return { value: { server: null, from }, secrets: {} };
  const { password, ...server } = change.server;
  if (server.user === "") return { value: { server, from }, secrets: {} };
  const isSame =
    kept?.host === server.host &&
    kept.port === server.port &&
    kept.encryption === server.encryption &&
    kept.user === server.user;
  const secret = password || (isSame && stored?.secrets.password);
  if (!secret) throw again("server.password", Boolean(stored?.secrets.password));
  return { value: { server, from }, secrets: { password: secret } };
}

function mergeCaptcha(stored: StoredSettings["captcha"], change: ChangeOf<"captcha">): Row {
  const { provider } = change;
  if (provider === "altcha") return { value: { provider, siteKey: "" }, secrets: {} };
  const isSame = stored?.value.provider === provider;
  const siteKey = change.siteKey || (isSame && stored.value.siteKey);
  const secret = change.secret || (isSame && stored.secrets.secret);
  if (!siteKey) throw new AppError("invalid", { fields: { siteKey: "required" } });
  if (!secret) throw again("secret", Boolean(stored?.secrets.secret));
  return { value: { provider, siteKey }, secrets: { secret } };
}

function mergeMeta(stored: StoredSettings["meta"], change: ChangeOf<"meta">, machine: Config): Row {
  const secrets = {
    appSecret: mergedSecret(change.appSecret, stored?.secrets.appSecret),
    verifyToken: mergedSecret(change.verifyToken, stored?.secrets.verifyToken),
    pageToken: mergedSecret(change.pageToken, stored?.secrets.pageToken),
  };
  const isFree = !isOnMachine(machine, "metaApiVersion") && change.apiVersion !== undefined;
  const apiVersion = isFree ? change.apiVersion || null : (stored?.value.apiVersion ?? null);
  return { value: { apiVersion }, secrets: present(secrets) };
}

function mergeGoogleAds(
  stored: StoredSettings["googleAds"],
  change: ChangeOf<"googleAds">,
  machine: Config,
): Row {
  const { clientSecret, refreshToken, developerToken } = stored?.secrets ?? {};
  const secrets = {
    clientSecret: mergedSecret(change.clientSecret, clientSecret),
    refreshToken: mergedSecret(change.refreshToken, refreshToken),
    developerToken: mergedSecret(change.developerToken, developerToken),
  };
  const { clientId = null, managerId = null } = stored?.value ?? {};
  const isFree = (name: "googleAdsClientId" | "googleAdsManagerId", given: unknown) =>
    !isOnMachine(machine, name) && given !== undefined;
  return {
    value: {
      clientId: isFree("googleAdsClientId", change.clientId) ? change.clientId || null : clientId,
      managerId: isFree("googleAdsManagerId", change.managerId) ? change.managerId : managerId,
    },
    secrets: present(secrets),
  };
}

/** Returns the new value: undefined and "" keep the old one, null removes it. */
function mergedSecret(given: string | null | undefined, kept: string | undefined) {
  return given === null ? undefined : given || kept;
}

function mergeTexts(stored: StoredSettings["texts"], change: ChangeOf<"texts">): Row {
  if (change.account === null) return { value: { account: null }, secrets: {} };
  const { authToken, ...account } = change.account;
  const isSame = stored?.value.account?.accountSid === account.accountSid;
  const secret = authToken || (isSame && stored?.secrets.authToken);
  if (!secret) throw again("account.authToken", Boolean(stored?.secrets.authToken));
  return { value: { account }, secrets: { authToken: secret } };
}

/** `isKnown`: a secret is stored, but for a different account. */
function again(field: string, isKnown: boolean): AppError {
  return new AppError("invalid", { fields: { [field]: isKnown ? "secret_again" : "required" } });
}

function present(secrets: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secrets).filter((one): one is [string, string] => one[1] !== undefined),
  );
}
