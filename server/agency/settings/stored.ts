// The settings saved on screen, as stored, and the effective settings: an environment variable
// overrides a row, and a row overrides the default.
import { z } from "zod";
import { CalendarState, CallSettings } from "#contract/bookings.ts";
import { ReplyTemplate } from "#contract/reply-templates.ts";
import {
  captchaChoices,
  type MachineSetting,
  machineVariables,
  mailEncryptions,
  type SettingPart,
} from "#contract/settings.ts";
import type { Config } from "#server/config.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { settings } from "#server/db/schema.ts";
import { type Sealed, Unreadable, unseal } from "#server/secrets/sealed.ts";

const mailServer = z.object({
  host: z.string(),
  port: z.int(),
  encryption: z.enum(mailEncryptions),
  user: z.string(),
});

/** Each part's values that aren't secret. Everyone who may open the screen sees them. */
const values = {
  mail: z.object({ server: mailServer.nullable(), from: z.string().nullable() }),
  captcha: z.object({ provider: z.enum(captchaChoices), siteKey: z.string() }),
  meta: z.object({ apiVersion: z.string().nullable() }),
  googleAds: z.object({ clientId: z.string().nullable(), managerId: z.string().nullable() }),
  texts: z.object({
    account: z.object({ accountSid: z.string(), from: z.string() }).nullable(),
  }),
  site: z.object({
    publishResponseTime: z.boolean(),
    // On by default, even in rows that are older than this setting.
    sendsMondayMail: z.boolean().default(true),
  }),
  calls: CallSettings,
  calendar: CalendarState,
  replies: z.object({ replyTo: z.string().nullable(), signature: z.string() }),
  replyTemplates: z.object({ templates: z.array(ReplyTemplate) }),
} satisfies Record<SettingPart, z.ZodType>;

/** Its secrets. Each is absent until it is set. */
const secret = z.string().optional();
const secrets = {
  mail: z.object({ password: secret }),
  captcha: z.object({ secret }),
  meta: z.object({ appSecret: secret, verifyToken: secret, pageToken: secret }),
  googleAds: z.object({ clientSecret: secret, refreshToken: secret, developerToken: secret }),
  texts: z.object({ authToken: secret }),
  site: z.object({}),
  calls: z.object({}),
  calendar: z.object({ feedUrl: secret }),
  replies: z.object({}),
  replyTemplates: z.object({}),
} satisfies Record<SettingPart, z.ZodType>;

type OfPart<Part extends SettingPart> = {
  value: z.infer<(typeof values)[Part]>;
  secrets: z.infer<(typeof secrets)[Part]>;
  changedAt: Date;
  /** Encrypted with another SECRET, so its secrets are treated as missing. */
  isUnreadable: boolean;
};
/** A part is null until it is saved. */
export type StoredSettings = { [Part in SettingPart]: OfPart<Part> | null };

type Tools = { db: Database | Transaction; config: Pick<Config, "secret"> };

export async function readStored({ db, config }: Tools): Promise<StoredSettings> {
  const rows = await db.select().from(settings);
  function read<Part extends SettingPart>(part: Part): OfPart<Part> | null {
    const row = rows.find((one) => one.part === part);
    const value = values[part].safeParse(row?.value).data;
    if (!row || !value) return null;
    const opened = openSecrets(config.secret, row.sealed);
    const kept = secrets[part].safeParse(opened ?? {}).data ?? {};
    const { changedAt } = row;
    return { value, secrets: kept, changedAt, isUnreadable: opened === null } as OfPart<Part>;
  }
  return {
    mail: read("mail"),
    captcha: read("captcha"),
    meta: read("meta"),
    googleAds: read("googleAds"),
    texts: read("texts"),
    site: read("site"),
    calls: read("calls"),
    calendar: read("calendar"),
    replies: read("replies"),
    replyTemplates: read("replyTemplates"),
  };
}

/** Returns null if it is sealed under another secret. */
function openSecrets(secret: string, sealed: string | null): unknown {
  if (sealed === null) return {};
  try {
    return JSON.parse(unseal(secret, "setting", sealed as Sealed));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

export function isOnMachine({ setOnMachine }: Config, name: MachineSetting): boolean {
  return machineVariables[name].some((variable) => setOnMachine.has(variable));
}

/** Returns the settings that result. */
export function withStored(machine: Config, stored: StoredSettings): Config {
  const isFree = (name: MachineSetting) => !isOnMachine(machine, name);
  const { mail, captcha, meta, googleAds, texts, site, calls, replies, replyTemplates } = stored;
  return {
    ...machine,
    ...(isFree("mailServer") && mail && { smtpUrl: smtpUrlOf(mail) }),
    ...(isFree("mailFrom") && mail && { mailFrom: mail.value.from ?? undefined }),
    ...(isFree("captcha") && captcha && { captcha: captchaOf(captcha) }),
    meta: {
      ...machine.meta,
      ...(isFree("metaAppSecret") && { appSecret: meta?.secrets.appSecret }),
      ...(isFree("metaVerifyToken") && { verifyToken: meta?.secrets.verifyToken }),
      ...(isFree("metaPageToken") && { pageToken: meta?.secrets.pageToken }),
      ...(isFree("metaApiVersion") &&
        meta?.value.apiVersion && { apiVersion: meta.value.apiVersion }),
    },
    googleAds: {
      ...machine.googleAds,
      ...(isFree("googleAdsClientId") && { clientId: googleAds?.value.clientId ?? undefined }),
      ...(isFree("googleAdsClientSecret") && { clientSecret: googleAds?.secrets.clientSecret }),
      ...(isFree("googleAdsRefreshToken") && { refreshToken: googleAds?.secrets.refreshToken }),
      ...(isFree("googleAdsDeveloperToken") && {
        developerToken: googleAds?.secrets.developerToken,
      }),
      ...(isFree("googleAdsManagerId") && { managerId: googleAds?.value.managerId ?? undefined }),
    },
    ...(isFree("texts") && texts && { sms: smsOf(texts, machine) }),
    publishResponseTime: site?.value.publishResponseTime ?? false,
    sendsMondayMail: site?.value.sendsMondayMail ?? true,
    calls: calls?.value ?? machine.calls,
    replies: replies?.value ?? machine.replies,
    replyTemplates: replyTemplates?.value.templates ?? null,
  };
}

/**
 * Returns undefined if the password can't be read, too, so emails stay pending instead of being
 * rejected.
 */
function smtpUrlOf({ value, secrets }: OfPart<"mail">): string | undefined {
  const { server } = value;
  if (!server || (server.user !== "" && secrets.password === undefined)) return undefined;
  const { host, port, encryption, user } = server;
  const scheme = encryption === "tls" ? "smtps" : "smtp";
  const login =
    user && `${encodeURIComponent(user)}:${encodeURIComponent(secrets.password ?? "")}@`;
  return `${scheme}://${login}${host}:${port}`;
}

/**
 * Without its secret, a provider's widget would lock everyone out, so our own captcha replaces it.
 */
function captchaOf({ value, secrets }: OfPart<"captcha">): Config["captcha"] {
  const { provider, siteKey } = value;
  if (provider === "altcha" || !secrets.secret || !siteKey) return { provider: "altcha" };
  return { provider, siteKey, secret: secrets.secret };
}

function smsOf({ value, secrets }: OfPart<"texts">, { smsApiUrl }: Config): Config["sms"] {
  if (!value.account || !secrets.authToken) return null;
  return { ...value.account, authToken: secrets.authToken, apiUrl: smsApiUrl };
}
