// The only reader of the environment: every setting, its default and its check.
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { emailPattern } from "#contract/fields.ts";
import { captchaProviders } from "#contract/sessions.ts";

// Each error follows "The setting … can't be used: it must be".
const portText = "a whole number from 0 to 65535";
const port = z.coerce.number(portText).int(portText).min(0, portText).max(65_535, portText);
const httpUrl = z
  .url({ protocol: /^https?$/, error: "an address that starts with http:// or https://" })
  .transform((url) => url.replace(/\/+$/, ""));
/** Scheme and host only. Links would contain a path, and no browser's Origin would match it. */
const originUrl = httpUrl
  .refine(
    (url) => !URL.canParse(url) || isOrigin(new URL(url)),
    "a scheme and a host without a path, such as https://example.com",
  )
  .transform((url) => new URL(url).origin);
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const networks = list.refine(
  (all) => all.every((one) => network.safeParse(one).success),
  "a list of addresses or networks, such as 10.0.0.2 or 10.1.0.0/16",
);
export const minSecretLength = 32;
/** A host, with a port or without; `*.` stands for any name below it. */
const hostPattern = /^(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/;
const hosts = list.refine(
  (all) => all.every((one) => hostPattern.test(one)),
  "a list of hosts, such as fcm.googleapis.com, *.notify.windows.com",
);
/** The push services of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
const pushServices = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];
const keyText = "at most 200 characters long";
const factorText = "a number greater than 0";
const splashText = "a whole number of milliseconds from 0 to 60000";
const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  ORIGIN: originUrl.optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "an address that starts with postgres://" })
    .optional(),
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
  SPLASH_MS: z.coerce
    .number(splashText)
    .int(splashText)
    .min(0, splashText)
    .max(60_000, splashText)
    .default(5000),
  DEMO: z.enum(["on", "off"], "on or off").default("on"),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(", ")}`).default("info"),
});

export type Config = {
  /** 0 lets the operating system choose a port (tests). */
  port: number;
  host: string;
  /** The public address, without a trailing slash. Every link in an email starts with it. */
  origin: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Signs challenges. Generated once and stored in the data folder when not set. */
  secret: string;
  /** Where it is stored; null: it was set. */
  secretFile: string | null;
  /** What hashes of addresses are keyed with: the secret before its first rotation. */
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
  /** Where push messages may be sent; `*.` stands for any name below a host. */
  pushHosts: string[];
  /** Null: no text messages, and no screen mentions them. */
  sms: { accountSid: string; authToken: string; from: string; apiUrl: string } | null;
  splashMs: number;
  /** Whether anybody may try the lead desk (`/demo`). */
  hasDemo: boolean;
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
    port: env.PORT,
    host: env.HOST,
    origin: env.ORIGIN ?? `http://${urlHost(env.HOST)}:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL,
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
    pushHosts: env.PUSH_HOSTS,
    sms: readSms(env),
    splashMs: env.SPLASH_MS,
    hasDemo: env.DEMO === "on",
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

function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === "/" && search + hash + username + password === "";
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

/**
 * Written to a temporary file and hard-linked into place, so that readers see the whole file or
 * none.
 */
function makeSecret(file: string) {
  const half = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(half, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    // Of two simultaneous first starts, exactly one creates the file; both read the same secret.
    linkSync(half, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(half, { force: true });
  }
}
