// The only reader of the environment: every setting, its default and its check.
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { emailPattern } from "#contract/fields.ts";
import { captchaProviders } from "#contract/sessions.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
/** Scheme and host alone: a path would stand in links, and in no comparison with a browser's Origin. */
const originUrl = httpUrl
  .refine(
    (url) => !URL.canParse(url) || isOrigin(new URL(url)),
    "a scheme and a host alone are expected",
  )
  .transform((url) => new URL(url).origin);
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const networks = list.refine(
  (all) => all.every((one) => network.safeParse(one).success),
  "addresses or networks are expected, such as 10.0.0.2 or 10.1.0.0/16",
);
const leastSecret = 32;

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  ORIGIN: originUrl.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SECRET: z.string().min(leastSecret).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .email({ pattern: emailPattern, error: "an email address alone is expected" })
    .optional(),
  CAPTCHA_PROVIDER: z.enum(captchaProviders).default("altcha"),
  CAPTCHA_SITE_KEY: z.string().min(1).max(200).optional(),
  CAPTCHA_SECRET: z.string().min(1).max(200).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
  TRUSTED_PROXIES: networks.default([]),
  META_APP_SECRET: z.string().min(1).optional(),
  META_VERIFY_TOKEN: z.string().min(1).optional(),
  META_PAGE_TOKEN: z.string().min(1).optional(),
  META_GRAPH_URL: httpUrl.default("https://graph.facebook.com"),
  META_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default("v24.0"),
  SPLASH_MS: z.coerce.number().int().min(0).max(60_000).default(5000),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

export type Config = {
  /** 0 lets the system choose one (tests). */
  port: number;
  host: string;
  /** How the world reaches us, without a trailing slash: every link in a mail starts with it. */
  origin: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Signs challenges. Made once and kept in the data folder when not given. */
  secret: string;
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
  splashMs: number;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
};

/** A setting that cannot be used: one line that names it. */
export class BadConfig extends Error {}

/** Reads and checks the settings; throws `BadConfig` on the first bad one. Makes the data folder. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const filled = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ""),
  );
  const parsed = Environment.safeParse(filled);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadConfig(`The setting ${issue?.path.join(".")} cannot be used: ${issue?.message}.`);
  }
  const env = parsed.data;
  const dataDir = path.resolve(env.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  return {
    port: env.PORT,
    host: env.HOST,
    origin: env.ORIGIN ?? `http://${urlHost(env.HOST)}:${env.PORT}`,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    secret: env.SECRET ?? keptSecret(dataDir),
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
    splashMs: env.SPLASH_MS,
    logLevel: env.LOG_LEVEL,
  };
}

function readCaptcha(env: z.infer<typeof Environment>): Config["captcha"] {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env;
  if (provider === "altcha" || provider === "off") return { provider };
  if (siteKey && secret) return { provider, siteKey, secret };
  const missing = siteKey ? "CAPTCHA_SECRET" : "CAPTCHA_SITE_KEY";
  throw new BadConfig(`The setting ${missing} is missing: ${provider} needs it.`);
}

function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === "/" && search + hash + username + password === "";
}

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length >= leastSecret) return secret;
  throw new BadConfig(
    `${file} holds no secret of at least ${leastSecret} characters: restore it, set SECRET, or remove the file and a new one is made.`,
  );
}

/** Written beside its place and linked into it: it is there whole, or not at all. */
function makeSecret(file: string) {
  const half = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(half, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    // Of two simultaneous first starts exactly one is the author; both read what it wrote.
    linkSync(half, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(half, { force: true });
  }
}
