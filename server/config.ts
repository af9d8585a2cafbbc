// The only reader of the environment: every setting with its default and its check.
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { CallSettings } from "#contract/bookings.ts";
import { emailPattern } from "#contract/fields.ts";
import type { ReplyTemplate } from "#contract/reply-templates.ts";
import { captchaProviders } from "#contract/sessions.ts";
import {
  bucketName,
  bucketPrefix,
  type CallCountry,
  countries,
  customerId,
  headers,
  hosts,
  httpsUrl,
  httpUrl,
  networks,
  originUrl,
  port,
  printable,
  pushServices,
  region,
  storageUrl,
} from "./config-values.ts";
import { usualCallSettings } from "./usual-call-settings.ts";

// Each error continues the sentence "The setting … can't be used: it must be".
export const minSecretLength = 32;
const keyText = "at most 200 characters long";
const factorText = "a number greater than 0";
const splashText = "a whole number of milliseconds from 0 to 60000";
const drainText = "a whole number of seconds from 0 to 60";
const slowText = "a whole number of milliseconds from 0 to 60000";
const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  ORIGIN: originUrl.optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "an address that starts with postgres://" })
    .optional(),
  BACKUPS: z.enum(["daily", "off"], "daily or off").default("daily"),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_ENDPOINT: storageUrl.optional(),
  BACKUP_S3_REGION: region.default("us-east-1"),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_KEY_ID: printable.optional(),
  BACKUP_S3_SECRET: printable.optional(),
  BACKUP_S3_PREFIX: bucketPrefix.default(""),
  SECRET: z.string().min(minSecretLength, `at least ${minSecretLength} characters long`).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "an address that starts with smtp:// or smtps://" })
    .optional(),
  MAIL_FROM: z
    .email({ pattern: emailPattern, error: "an email address without a name" })
    .optional(),
  CAPTCHA_PROVIDER: z
    .enum(captchaProviders, `one of ${captchaProviders.join(", ")}`)
    .default("altcha"),
  CAPTCHA_SITE_KEY: z.string().max(200, keyText).optional(),
  CAPTCHA_SECRET: z.string().max(200, keyText).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number(factorText).positive(factorText).default(1),
  TRUSTED_PROXIES: networks.default([]),
  META_APP_SECRET: z.string().optional(),
  META_VERIFY_TOKEN: z.string().optional(),
  META_PAGE_TOKEN: z.string().optional(),
  META_GRAPH_URL: httpUrl.default("https://graph.facebook.com"),
  META_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, "a version, such as v24.0")
    .default("v24.0"),
  GOOGLE_ADS_CLIENT_ID: printable.optional(),
  GOOGLE_ADS_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ADS_REFRESH_TOKEN: z.string().optional(),
  GOOGLE_ADS_DEVELOPER_TOKEN: printable.optional(),
  GOOGLE_ADS_LOGIN_CUSTOMER_ID: customerId.optional(),
  GOOGLE_ADS_API_URL: httpUrl.default("https://googleads.googleapis.com"),
  GOOGLE_OAUTH_URL: httpUrl.default("https://oauth2.googleapis.com"),
  PUSH_HOSTS: hosts.default(pushServices),
  SMS_ACCOUNT_SID: z
    .string()
    .regex(/^AC[\da-f]{32}$/, "a Twilio account SID: AC and 32 hexadecimal digits")
    .optional(),
  SMS_AUTH_TOKEN: z.string().max(200, keyText).optional(),
  SMS_FROM: z
    .string()
    .regex(/^\+\d{8,15}$/, "a phone number in E.164, such as +18135550100")
    .optional(),
  SMS_API_URL: httpUrl.default("https://api.twilio.com"),
  CALL_COUNTRIES: countries.default([]),
  CALL_FALLBACK_URL: httpsUrl.optional(),
  SPLASH_MS: z.coerce
    .number(splashText)
    .int(splashText)
    .min(0, splashText)
    .max(60_000, splashText)
    .default(5000),
  DRAIN_SECONDS: z.coerce
    .number(drainText)
    .int(drainText)
    .min(0, drainText)
    .max(60, drainText)
    .default(0),
  DEMO: z.enum(["on", "off"], "on or off").default("on"),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{32,200}$/, "32 to 200 letters, digits, hyphens and underscores")
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_SERVICE_NAME: z.string().max(100, "at most 100 characters").default("front-desk"),
  SLOW_QUERY_MS: z.coerce
    .number(slowText)
    .int(slowText)
    .min(0, slowText)
    .max(60_000, slowText)
    .default(1000),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(", ")}`).default("info"),
});

/** Every environment variable that the app reads. */
export const settingNames = Object.keys(Environment.shape);

/** A bucket of S3-compatible storage. */
export type BucketSettings = {
  /** The scheme and host of the storage service. */
  endpoint: string;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
  /** The prefix of each object's name: empty, or a path that ends with a slash. */
  prefix: string;
};

export type Config = {
  /**
   * The names of the environment variables that are set. Settings that they set can't be changed on
   * screen.
   */
  setOnMachine: ReadonlySet<string>;
  /** 0 lets the operating system choose a port, which tests use. */
  port: number;
  host: string;
  /** The public URL, without a trailing slash. Every link in an email starts with it. */
  origin: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Whether the built-in database is backed up every day. */
  hasDailyBackups: boolean;
  backupDir: string;
  /** Where each backup is also uploaded, or null if nowhere. */
  backupBucket: BucketSettings | null;
  /** Signs challenges. It's generated and stored in the data folder if it isn't set. */
  secret: string;
  /** The file that stores the secret, or null if `SECRET` was set. */
  secretFile: string | null;
  /** The key for hashing addresses. It's the original secret, even after the secret is rotated. */
  hashSecret: string;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  captcha:
    | { provider: "altcha" | "off" }
    | { provider: "recaptcha" | "hcaptcha" | "turnstile"; siteKey: string; secret: string };
  rateLimitFactor: number;
  trustedProxies: string[];
  meta: {
    appSecret: string | undefined;
    verifyToken: string | undefined;
    pageToken: string | undefined;
    graphUrl: string;
    apiVersion: string;
  };
  googleAds: {
    clientId: string | undefined;
    clientSecret: string | undefined;
    refreshToken: string | undefined;
    /** Google hasn't needed it since September 2026. */
    developerToken: string | undefined;
    /** The manager account through which campaigns are read. It has ten digits. */
    managerId: string | undefined;
    apiUrl: string;
    oauthUrl: string;
  };
  /** The hosts to which push messages may be sent. `*.` stands for any subdomain. */
  pushHosts: string[];
  /** Null if text messages aren't configured. Then no screen mentions them. */
  sms: { accountSid: string; authToken: string; from: string; apiUrl: string } | null;
  /** The URL of the text provider's API, even for an account that was set on screen. */
  smsApiUrl: string;
  /**
   * The countries to which the app may make calls with the same account. If it's empty, the app
   * doesn't make calls.
   */
  callCountries: CallCountry[];
  /** The URL that the provider requests about a call if the app doesn't answer. */
  callFallbackUrl: string | undefined;
  splashMs: number;
  /**
   * How long the process still responds after it's told to stop, so that a proxy notices the
   * shutdown.
   */
  drainSeconds: number;
  /** Whether anyone can try the lead desk (`/demo`). */
  hasDemo: boolean;
  /** Whether the marketing site shows the owner's own median response time. Set only on screen. */
  publishResponseTime: boolean;
  /** Whether practices get the Monday email. Set on screen. */
  sendsMondayMail: boolean;
  /** When visitors may book calls. Set on screen. */
  calls: CallSettings;
  /** Answers to the agency's own emails. Set on screen. */
  replies: {
    /** Null for the agency's address in the content. */
    replyTo: string | null;
    /** Below replies to contact requests. Empty for the default. */
    signature: string;
  };
  /** The templates for replies to contact requests. Null for the built-in ones. Set on screen. */
  replyTemplates: ReplyTemplate[] | null;
  /** The token for reading `/metrics`. If undefined, only programs on this machine can read it. */
  metricsToken: string | undefined;
  /** Where spans are sent, or null if tracing is off. */
  traces: { url: string; headers: Record<string, string>; service: string } | null;
  /** Statements that take longer than this are logged. 0 turns it off. */
  slowQueryMs: number;
  logLevel: (typeof logLevels)[number];
};

/** An invalid setting. The message is one line that names it. */
export class BadConfig extends Error {}

/**
 * Reads and checks the settings, and creates the data folder. Throws `BadConfig` on the first
 * invalid one.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const filled = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ""),
  );
  const parsed = Environment.safeParse(filled);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadConfig(
      `The setting ${issue?.path.join(".")} can't be used: it must be ${issue?.message}.`,
    );
  }
  const env = parsed.data;
  const dataDir = path.resolve(env.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  const secret = env.SECRET ?? keptSecret(dataDir);
  return {
    setOnMachine: new Set(Object.keys(filled).filter((name) => name in Environment.shape)),
    port: env.PORT,
    host: env.HOST,
    origin: env.ORIGIN ?? `http://${urlHost(env.HOST)}:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    hasDailyBackups: env.BACKUPS === "daily",
    backupDir: env.BACKUP_DIR ? path.resolve(env.BACKUP_DIR) : path.join(dataDir, "backups"),
    backupBucket: readBucket(env),
    secret,
    secretFile: env.SECRET === undefined ? secretFileOf(dataDir) : null,
    hashSecret: secret,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    captcha: readCaptcha(env),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    trustedProxies: env.TRUSTED_PROXIES,
    meta: {
      appSecret: env.META_APP_SECRET,
      verifyToken: env.META_VERIFY_TOKEN,
      pageToken: env.META_PAGE_TOKEN,
      graphUrl: env.META_GRAPH_URL,
      apiVersion: env.META_API_VERSION,
    },
    googleAds: {
      clientId: env.GOOGLE_ADS_CLIENT_ID,
      clientSecret: env.GOOGLE_ADS_CLIENT_SECRET,
      refreshToken: env.GOOGLE_ADS_REFRESH_TOKEN,
      developerToken: env.GOOGLE_ADS_DEVELOPER_TOKEN,
      managerId: env.GOOGLE_ADS_LOGIN_CUSTOMER_ID,
      apiUrl: env.GOOGLE_ADS_API_URL,
      oauthUrl: env.GOOGLE_OAUTH_URL,
    },
    pushHosts: env.PUSH_HOSTS,
    sms: readSms(env),
    smsApiUrl: env.SMS_API_URL,
    callCountries: env.CALL_COUNTRIES,
    callFallbackUrl: env.CALL_FALLBACK_URL,
    splashMs: env.SPLASH_MS,
    drainSeconds: env.DRAIN_SECONDS,
    hasDemo: env.DEMO === "on",
    publishResponseTime: false,
    sendsMondayMail: true,
    calls: usualCallSettings,
    replies: { replyTo: null, signature: "" },
    replyTemplates: null,
    metricsToken: env.METRICS_TOKEN,
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
          headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          service: env.OTEL_SERVICE_NAME,
        }
      : null,
    slowQueryMs: env.SLOW_QUERY_MS,
    logLevel: env.LOG_LEVEL,
  };
}

function readCaptcha(env: z.infer<typeof Environment>): Config["captcha"] {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env;
  if (provider === "altcha" || provider === "off") return { provider };
  if (siteKey && secret) return { provider, siteKey, secret };
  const missing = siteKey ? "CAPTCHA_SECRET" : "CAPTCHA_SITE_KEY";
  throw new BadConfig(`The setting ${missing} is missing, and ${provider} needs it.`);
}

function readSms(env: z.infer<typeof Environment>): Config["sms"] {
  const { SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_FROM: from } = env;
  if (accountSid && authToken && from)
    return { accountSid, authToken, from, apiUrl: env.SMS_API_URL };
  const settings = { SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_FROM: from };
  const missing = Object.entries(settings).find(([, value]) => !value)?.[0];
  if (!accountSid && !authToken && !from) return null;
  throw new BadConfig(`The setting ${missing} is missing, and text messages need it.`);
}

function readBucket(env: z.infer<typeof Environment>): Config["backupBucket"] {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket } = env;
  const { BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = env;
  if (endpoint && bucket && keyId && secret) {
    const { BACKUP_S3_REGION, BACKUP_S3_PREFIX: prefix } = env;
    return { endpoint, region: BACKUP_S3_REGION, bucket, keyId, secret, prefix };
  }
  const settings = {
    ...{ BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket },
    ...{ BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret },
  };
  const missing = Object.entries(settings).filter(([, value]) => !value);
  if (missing.length === Object.keys(settings).length) return null;
  throw new BadConfig(`The setting ${missing[0]?.[0]} is missing, and uploading backups needs it.`);
}

function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function secretFileOf(dataDir: string): string {
  return path.join(dataDir, "secret");
}

function keptSecret(dataDir: string): string {
  const file = secretFileOf(dataDir);
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length >= minSecretLength) return secret;
  throw new BadConfig(
    `${file} doesn't contain a secret of at least ${minSecretLength} characters. Restore the file, set SECRET, or delete the file and start again to get a new secret.`,
  );
}

/** Writes a temporary file and hard-links it into place, so readers see the whole file or none. */
function makeSecret(file: string) {
  const half = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(half, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    // If two first starts run at the same time, exactly one creates the file, and both read the
    // same secret.
    linkSync(half, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(half, { force: true });
  }
}
