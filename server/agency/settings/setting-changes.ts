// What changed in a part of the settings, for the audit log. Pure.
import { auditWords } from "#content/console/audit.ts";
import { settingsWords } from "#content/console/settings.ts";
import type { AuditChange } from "#contract/audit.ts";
import type { SettingPart } from "#contract/settings.ts";
import type { Config } from "#server/config.ts";
import { type AuditTexts, changesIn } from "#server/records/audit/audit.ts";
import { hoursTexts } from "#server/records/audit/hours-texts.ts";
import type { StoredSettings } from "./stored.ts";

/**
 * Returns the changed fields with their old and new values. Of a secret, personal or long value, it
 * returns only that it changed.
 */
export function settingChanges(
  part: SettingPart,
  { before, after }: { before: StoredSettings; after: StoredSettings },
  machine: Pick<Config, "calls">,
): AuditChange[] {
  const shown = changesIn(shownIn[part](before, machine), shownIn[part](after, machine));
  const hidden = changesIn(hiddenIn[part](before), hiddenIn[part](after));
  return [...shown, ...hidden.map(({ field }) => ({ field, from: null, to: null }))];
}

type Shown = (stored: StoredSettings, machine: Pick<Config, "calls">) => AuditTexts;

const shownIn: Record<SettingPart, Shown> = {
  mail: ({ mail }) => ({
    mailServer: serverText(mail?.value.server ?? null),
    mailFrom: mail?.value.from,
  }),
  captcha: ({ captcha }) => ({
    captcha: settingsWords.captcha.providers[captcha?.value.provider ?? "altcha"],
    captchaSiteKey: captcha?.value.siteKey || null,
  }),
  meta: ({ meta }) => ({ metaApiVersion: meta?.value.apiVersion }),
  googleAds: ({ googleAds }) => ({
    clientId: googleAds?.value.clientId,
    managerId: googleAds?.value.managerId,
  }),
  texts: ({ texts }) => ({
    accountSid: texts?.value.account?.accountSid,
    fromNumber: texts?.value.account?.from,
  }),
  site: ({ site }) => ({
    publishResponseTime: onOrOff(site?.value.publishResponseTime ?? false),
    mondayMail: onOrOff(site?.value.sendsMondayMail ?? true),
  }),
  calls: ({ calls }, machine) => {
    const value = calls?.value ?? machine.calls;
    return {
      ...hoursTexts(value),
      bookings: onOrOff(value.isOn),
      federalHolidays: onOrOff(value.isClosedOnFederalHolidays),
      callMinutes: String(value.minutes),
      bufferMinutes: String(value.bufferMinutes),
      noticeHours: String(value.noticeHours),
      daysAhead: String(value.daysAhead),
    };
  },
  calendar: () => ({}),
  replies: () => ({}),
  replyTemplates: () => ({}),
};

const hiddenIn: Record<SettingPart, (stored: StoredSettings) => AuditTexts> = {
  mail: ({ mail }) => ({
    mailUser: mail?.value.server?.user || null,
    mailPassword: mail?.secrets.password,
  }),
  captcha: ({ captcha }) => ({ captchaSecret: captcha?.secrets.secret }),
  meta: ({ meta }) => ({
    appSecret: meta?.secrets.appSecret,
    verifyToken: meta?.secrets.verifyToken,
    pageToken: meta?.secrets.pageToken,
  }),
  googleAds: ({ googleAds }) => ({
    clientSecret: googleAds?.secrets.clientSecret,
    refreshToken: googleAds?.secrets.refreshToken,
    developerToken: googleAds?.secrets.developerToken,
  }),
  texts: ({ texts }) => ({ authToken: texts?.secrets.authToken }),
  site: () => ({}),
  calls: () => ({}),
  calendar: ({ calendar }) => ({ calendarUrl: calendar?.secrets.feedUrl }),
  replies: ({ replies }) => ({
    replyTo: replies?.value.replyTo,
    signature: replies?.value.signature || null,
  }),
  replyTemplates: ({ replyTemplates }) => ({
    replyTemplates: replyTemplates && JSON.stringify(replyTemplates.value.templates),
  }),
};

type Server = NonNullable<StoredSettings["mail"]>["value"]["server"];

function serverText(server: Server): string | null {
  return server && `${server.host}:${server.port}, ${server.encryption.toUpperCase()}`;
}

function onOrOff(isOn: boolean): string {
  return isOn ? auditWords.on : auditWords.off;
}
