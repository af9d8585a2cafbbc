// What the settings screen shows: the values in effect and who set them, but never a secret.

import { site } from "#content/site.ts";
import { CalendarState } from "#contract/bookings.ts";
import type { MachineSetting, SettingOrigin, Settings } from "#contract/settings.ts";
import { listReplyTemplates } from "#server/agency/contact-requests/reply-templates.ts";
import type { Config } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { agencyReplyTo } from "#server/messages/mail/agency-reply-to.ts";
import { bounceUrl } from "#server/messages/mail/record-bounce.ts";
import { isOnMachine, readStored, type StoredSettings } from "./stored.ts";
import { readTokenExpiry } from "./token-expiry.ts";

type Tools = Pick<Deps, "db" | "config" | "now" | "settings">;

/** Handles `GET /api/admin/settings`. */
export async function getSettings(deps: Tools): Promise<Settings> {
  const { machine } = deps.settings;
  const stored = await readStored(deps);
  const { mail, captcha, meta, googleAds, texts, site: shown, calls, calendar, replies } = stored;
  return {
    mail: {
      ...rowOf(mail),
      origin: originOf(machine, "mailServer", mail !== null),
      server: isOnMachine(machine, "mailServer") ? serverOf(machine) : storedServerOf(mail),
      from: deps.config.mailFrom ?? site.email,
      fromOrigin: originOf(machine, "mailFrom", Boolean(mail?.value.from)),
      bounceUrl: bounceUrl(deps.config),
    },
    captcha: {
      ...rowOf(captcha),
      origin: originOf(machine, "captcha", captcha !== null),
      ...captchaOf(isOnMachine(machine, "captcha") ? machine : null, captcha),
    },
    meta: {
      ...rowOf(meta),
      appSecret: secretOf(machine, "metaAppSecret", meta?.secrets.appSecret),
      verifyToken: secretOf(machine, "metaVerifyToken", meta?.secrets.verifyToken),
      pageToken: secretOf(machine, "metaPageToken", meta?.secrets.pageToken),
      tokenExpiry: await readTokenExpiry(deps),
      apiVersion: deps.config.meta.apiVersion,
      apiVersionOrigin: originOf(machine, "metaApiVersion", Boolean(meta?.value.apiVersion)),
      webhookUrl: `${machine.origin}/api/intake/meta`,
    },
    googleAds: {
      ...rowOf(googleAds),
      clientId: deps.config.googleAds.clientId ?? "",
      clientIdOrigin: originOf(machine, "googleAdsClientId", Boolean(googleAds?.value.clientId)),
      clientSecret: secretOf(machine, "googleAdsClientSecret", googleAds?.secrets.clientSecret),
      refreshToken: secretOf(machine, "googleAdsRefreshToken", googleAds?.secrets.refreshToken),
      developerToken: secretOf(
        machine,
        "googleAdsDeveloperToken",
        googleAds?.secrets.developerToken,
      ),
      managerId: deps.config.googleAds.managerId ?? "",
      managerIdOrigin: originOf(machine, "googleAdsManagerId", Boolean(googleAds?.value.managerId)),
    },
    texts: {
      ...rowOf(texts),
      origin: originOf(machine, "texts", texts !== null),
      account: accountOf(machine, texts),
    },
    push: { hosts: deps.config.pushHosts },
    site: {
      ...rowOf(shown),
      publishResponseTime: deps.config.publishResponseTime,
      sendsMondayMail: deps.config.sendsMondayMail,
    },
    calls: { ...rowOf(calls), ...deps.config.calls },
    calendar: {
      ...rowOf(calendar),
      ...(calendar?.value ?? CalendarState.parse({})),
      isSet: calendar?.secrets.feedUrl !== undefined,
    },
    replies: {
      ...rowOf(replies),
      replyTo: agencyReplyTo(deps),
      isReplyToSet: deps.config.replies.replyTo !== null,
      signature: deps.config.replies.signature,
    },
    replyTemplates: { ...rowOf(stored.replyTemplates), templates: listReplyTemplates(deps) },
  };
}

type Stored<Part extends keyof StoredSettings> = StoredSettings[Part];

function rowOf(row: Stored<keyof StoredSettings>) {
  return {
    version: row?.changedAt.toISOString() ?? null,
    isUnreadable: row?.isUnreadable ?? false,
  };
}

function originOf(machine: Config, name: MachineSetting, isStored: boolean): SettingOrigin {
  if (isOnMachine(machine, name)) return "machine";
  return isStored ? "screen" : "default";
}

function secretOf(machine: Config, name: MachineSetting, stored: string | undefined) {
  const origin = originOf(machine, name, stored !== undefined);
  return { origin, isSet: origin !== "default" };
}

function serverOf({ smtpUrl = "" }: Config): Settings["mail"]["server"] {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isTls = protocol === "smtps:";
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    encryption: isTls ? "tls" : "starttls",
    user: decodeURIComponent(username),
    hasPassword: password !== "",
  };
}

function storedServerOf(mail: Stored<"mail">): Settings["mail"]["server"] {
  const server = mail?.value.server;
  return server ? { ...server, hasPassword: Boolean(mail.secrets.password) } : null;
}

function captchaOf(machine: Config | null, stored: Stored<"captcha">) {
  const {
    provider,
    siteKey = "",
    secret,
  } = machine
    ? { siteKey: undefined, secret: undefined, ...machine.captcha }
    : { provider: "altcha" as const, ...stored?.value, secret: stored?.secrets.secret };
  return { provider, siteKey, hasSecret: Boolean(secret) };
}

function accountOf(machine: Config, texts: Stored<"texts">): Settings["texts"]["account"] {
  if (!isOnMachine(machine, "texts")) return texts?.value.account ?? null;
  return machine.sms && { accountSid: machine.sms.accountSid, from: machine.sms.from };
}
