// Settings that an owner can change on screen, unless an environment variable sets them.
import { z } from "zod";
import { CalendarState, CallSettings } from "./bookings.ts";
import { anyText, emailAddress, instant, requiredLine, words } from "./fields.ts";
import { googleCustomerId } from "./google-ads.ts";
import { ReplyTemplate, replyTemplateLimits } from "./reply-templates.ts";
import { captchaProviders } from "./sessions.ts";

/** Each part is one row with its own version. */
export const settingParts = [
  "mail",
  "captcha",
  "meta",
  "googleAds",
  "texts",
  "site",
  "calls",
  "calendar",
  "replies",
  "replyTemplates",
] as const;
export type SettingPart = (typeof settingParts)[number];

/** What can be tested: the parts, and the push services, which don't need settings. */
export const testedParts = [...settingParts, "push"] as const;
export type TestedPart = (typeof testedParts)[number];

/** `machine`: set by an environment variable. `screen`: set by an owner. `default`: not set. */
export const settingOrigins = ["machine", "screen", "default"] as const;
export type SettingOrigin = (typeof settingOrigins)[number];

/** `starttls`: smtp://, encrypted before a password is sent. `tls`: smtps://. */
export const mailEncryptions = ["starttls", "tls"] as const;

/**
 * The captcha can't be turned off here. Only the environment can turn it off, for trusted test
 * runs.
 */
export const captchaChoices = ["altcha", "recaptcha", "hcaptcha", "turnstile"] as const;

/** The environment variables that override a part or one of its fields. */
export const machineVariables = {
  mailServer: ["SMTP_URL"],
  mailFrom: ["MAIL_FROM"],
  captcha: ["CAPTCHA_PROVIDER", "CAPTCHA_SITE_KEY", "CAPTCHA_SECRET"],
  metaAppSecret: ["META_APP_SECRET"],
  metaVerifyToken: ["META_VERIFY_TOKEN"],
  metaPageToken: ["META_PAGE_TOKEN"],
  metaApiVersion: ["META_API_VERSION"],
  googleAdsClientId: ["GOOGLE_ADS_CLIENT_ID"],
  googleAdsClientSecret: ["GOOGLE_ADS_CLIENT_SECRET"],
  googleAdsRefreshToken: ["GOOGLE_ADS_REFRESH_TOKEN"],
  googleAdsDeveloperToken: ["GOOGLE_ADS_DEVELOPER_TOKEN"],
  googleAdsManagerId: ["GOOGLE_ADS_LOGIN_CUSTOMER_ID"],
  texts: ["SMS_ACCOUNT_SID", "SMS_AUTH_TOKEN", "SMS_FROM"],
} as const;
export type MachineSetting = keyof typeof machineVariables;

const origin = z.enum(settingOrigins);
/** When a token expires, as its platform said at the last test. */
export const TokenExpiry = z.object({
  /** Null if it never expires. */
  at: instant.nullable(),
  /** Whether it expires in less than two weeks, or has expired. */
  isSoon: z.boolean(),
});
export type TokenExpiry = z.infer<typeof TokenExpiry>;

const secretState = z.object({ origin, isSet: z.boolean() });
/** The metadata of every part's row. `version` is null if the part was never saved. */
const row = {
  version: instant.nullable(),
  /** Encrypted with a different SECRET, so the secrets must be entered again. */
  isUnreadable: z.boolean(),
};

/** `GET /api/admin/settings`. It doesn't contain secrets. */
export const Settings = z.object({
  mail: z.object({
    ...row,
    origin,
    /** Null if there is no mail server, so emails wait in the outbox. */
    server: z
      .object({
        host: z.string(),
        port: z.int(),
        encryption: z.enum(mailEncryptions),
        user: z.string(),
        hasPassword: z.boolean(),
      })
      .nullable(),
    from: z.string(),
    fromOrigin: origin,
    /** The URL to which the mail service reports emails that came back. Contains a key. */
    bounceUrl: z.string(),
  }),
  captcha: z.object({
    ...row,
    origin,
    provider: z.enum(captchaProviders),
    siteKey: z.string(),
    hasSecret: z.boolean(),
  }),
  meta: z.object({
    ...row,
    appSecret: secretState,
    verifyToken: secretState,
    pageToken: secretState,
    /** Null if unknown. */
    tokenExpiry: TokenExpiry.nullable(),
    apiVersion: z.string(),
    apiVersionOrigin: origin,
    /** The URL to enter at Meta. */
    webhookUrl: z.string(),
  }),
  googleAds: z.object({
    ...row,
    /** The OAuth client's id, or empty. */
    clientId: z.string(),
    clientIdOrigin: origin,
    clientSecret: secretState,
    refreshToken: secretState,
    developerToken: secretState,
    /** The ten digits of the manager account's customer id, or empty. */
    managerId: z.string(),
    managerIdOrigin: origin,
  }),
  texts: z.object({
    ...row,
    origin,
    /** Null if texts are off, so no screen mentions them. */
    account: z.object({ accountSid: z.string(), from: z.string() }).nullable(),
  }),
  /** Hosts that may be a device's push service, set by the environment. */
  push: z.object({ hosts: z.array(z.string()) }),
  site: z.object({ ...row, publishResponseTime: z.boolean(), sendsMondayMail: z.boolean() }),
  /** When visitors may book calls. */
  calls: CallSettings.extend(row),
  calendar: CalendarState.extend({ ...row, isSet: z.boolean() }),
  /** Answers to the agency's own emails. */
  replies: z.object({
    ...row,
    /** Where they go. */
    replyTo: z.string(),
    /** Whether an owner has set that address. */
    isReplyToSet: z.boolean(),
    /** Up to three lines, or empty for the name of the person who replies, the agency and its phone. */
    signature: z.string(),
  }),
  /** The templates for replies to contact requests, in the order in which they are offered. */
  replyTemplates: z.object({ ...row, templates: z.array(ReplyTemplate) }),
});
export type Settings = z.infer<typeof Settings>;

const host = requiredLine(253).regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i, "not_a_host");
const port = z.coerce.number("not_a_port").int("not_a_port").min(1, "not_a_port");
/**
 * A secret without spaces or control characters, such as a provider's key. Empty keeps the current
 * one.
 */
const key = anyText
  .trim()
  .max(1000, "too_long")
  .regex(/^[\x21-\x7e]*$/, "bad_characters");
/** A password may contain anything that fits on one line. */
const password = anyText.max(500, "too_long").regex(/^\P{Cc}*$/u, "bad_characters");
/**
 * The version that the form shows, or null if it was never saved. If absent, any version is
 * overwritten.
 */
const version = instant.nullable().optional();

/** Absent fields don't change, and an empty or absent secret keeps its value. */
export const MailSettings = z.object({
  part: z.literal("mail"),
  version,
  server: z
    .object({
      host,
      port: port.max(65_535, "not_a_port"),
      encryption: z.enum(mailEncryptions, "required"),
      user: anyText
        .trim()
        .max(320, "too_long")
        .regex(/^\P{Cc}*$/u, "bad_characters")
        .default(""),
      password: password.optional(),
    })
    .nullish(),
  /** Null or empty for the email address in content/site.ts. */
  from: emailAddress.or(z.literal("").transform(() => null)).nullish(),
});

export const CaptchaSettings = z.object({
  part: z.literal("captcha"),
  version,
  provider: z.enum(captchaChoices, "required"),
  siteKey: key.max(200, "too_long").optional(),
  secret: key.max(200, "too_long").optional(),
});

export const MetaSettings = z.object({
  part: z.literal("meta"),
  version,
  appSecret: key.nullish(),
  verifyToken: key.nullish(),
  pageToken: key.nullish(),
  /** Null or empty for the default. */
  apiVersion: anyText
    .trim()
    .regex(/^(v\d{1,3}\.\d{1,2})?$/, "not_a_version")
    .nullish(),
});

export const GoogleAdsSettings = z.object({
  part: z.literal("googleAds"),
  version,
  /** Null or empty: none. */
  clientId: key.max(200, "too_long").nullish(),
  clientSecret: key.nullish(),
  refreshToken: key.nullish(),
  developerToken: key.nullish(),
  /** Null or empty: none. */
  managerId: googleCustomerId.optional(),
});

export const TextSettings = z.object({
  part: z.literal("texts"),
  version,
  /** Null turns texts off. */
  account: z
    .object({
      accountSid: anyText.trim().regex(/^AC[\da-f]{32}$/, "not_a_sid"),
      authToken: key.max(200, "too_long").optional(),
      from: anyText.trim().regex(/^\+\d{8,15}$/, "not_e164"),
    })
    .nullable(),
  /** Where a test is sent. Never stored. */
  testTo: anyText
    .trim()
    .regex(/^(\+\d{8,15})?$/, "not_e164")
    .optional(),
});

export const SiteSettings = z.object({
  part: z.literal("site"),
  version,
  /** Shows the owner's own median response time on the marketing site. */
  publishResponseTime: z.boolean(),
  /** Emails each practice its weekly figures on Monday. If absent, it doesn't change. */
  sendsMondayMail: z.boolean().optional(),
});

export const CallSettingsChange = CallSettings.extend({ part: z.literal("calls"), version });

/** The private URL of a calendar in the iCalendar format. Empty or absent: keep it. */
export const CalendarSettings = z.object({
  part: z.literal("calendar"),
  version,
  feedUrl: key
    .max(2000, "too_long")
    .transform((typed) => typed.replace(/^webcals?:/i, "https:"))
    .refine((url) => url === "" || (URL.canParse(url) && new URL(url).protocol === "https:"), {
      error: "not_a_calendar_url",
    })
    .optional(),
});

const signatureLimits = { lines: 3, line: 100 } as const;

/** Answers to the agency's own emails. Absent fields don't change. */
export const RepliesSettings = z.object({
  part: z.literal("replies"),
  version,
  /** Null or empty for the agency's address in content/owner.json. */
  replyTo: emailAddress.or(z.literal("").transform(() => null)).nullish(),
  /** Below replies to contact requests. Empty for the default. */
  signature: words(1000)
    .transform((typed) =>
      typed
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    )
    .refine((lines) => lines.length <= signatureLimits.lines, "too_many_lines")
    .refine((lines) => lines.every((line) => line.length <= signatureLimits.line), "too_long")
    .refine((lines) => !/[\p{Cc}\u2028\u2029]/u.test(lines.join("")), "bad_characters")
    .transform((lines) => lines.join("\n"))
    .optional(),
});

/** Replaces all templates for replies to contact requests. */
export const ReplyTemplatesSettings = z.object({
  part: z.literal("replyTemplates"),
  version,
  templates: z.array(ReplyTemplate).max(replyTemplateLimits.templates, "too_long"),
});

/** `PATCH /api/admin/settings`: changes one part. */
export const SettingsChange = z.discriminatedUnion("part", [
  MailSettings,
  CaptchaSettings,
  MetaSettings,
  GoogleAdsSettings,
  TextSettings,
  SiteSettings,
  CallSettingsChange,
  CalendarSettings,
  RepliesSettings,
  ReplyTemplatesSettings,
]);
export type SettingsChange = z.output<typeof SettingsChange>;

export const SettingsAnswer = z.object({ message: z.string(), settings: Settings });
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;

/** `POST /api/admin/settings/tests`: tests what a form shows, whether or not it's saved. */
export const SettingsTest = z.discriminatedUnion("part", [
  MailSettings,
  CaptchaSettings,
  MetaSettings,
  GoogleAdsSettings,
  TextSettings,
  CalendarSettings,
  RepliesSettings,
  z.object({ part: z.literal("push") }),
]);
export type SettingsTest = z.output<typeof SettingsTest>;
