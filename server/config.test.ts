import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BadConfig, readConfig } from "./config.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-config-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test.each([
  ["TRUSTED_PROXIES", "nginx"],
  ["TRUSTED_PROXIES", "10.0.0.2, nginx"],
  ["TRUSTED_PROXIES", "10.0.0.0/99"],
  ["TRUSTED_PROXIES", "10.0.0.0/8/8"],
  ["TRUSTED_PROXIES", "10.0.0.0/"],
  ["TRUSTED_PROXIES", "fd00::/129"],
  ["ORIGIN", "https://example.com/desk"],
  ["ORIGIN", "https://example.com?desk"],
  ["ORIGIN", "https://example.com#desk"],
  ["ORIGIN", "https://owner:password@example.com"],
  ["ORIGIN", "example.com"],
  ["MAIL_FROM", "the front desk"],
  ["MAIL_FROM", "Front Desk <desk@example.com>"],
  ["PORT", "http"],
  ["PORT", "70000"],
  ["DATABASE_URL", "mysql://localhost"],
  ["BACKUP_S3_ENDPOINT", "storage.example.com"],
  ["BACKUP_S3_ENDPOINT", "http://storage.example.com"],
  ["BACKUP_S3_ENDPOINT", "https://storage.example.com/bucket"],
  ["BACKUP_S3_REGION", "US East"],
  ["BACKUP_S3_BUCKET", "a/path"],
  ["BACKUP_S3_KEY_ID", "a key"],
  ["BACKUP_S3_SECRET", "two\nlines"],
  ["BACKUP_S3_PREFIX", "../other"],
  ["BACKUP_S3_PREFIX", "/front-desk"],
  ["SECRET", "too short"],
  ["SMTP_URL", "mail.example.com"],
  ["CAPTCHA_PROVIDER", "none"],
  ["CAPTCHA_SITE_KEY", "k".repeat(201)],
  ["RATE_LIMIT_FACTOR", "0"],
  ["META_GRAPH_URL", "graph"],
  ["META_API_VERSION", "24"],
  ["GOOGLE_ADS_CLIENT_ID", "two words"],
  ["GOOGLE_ADS_DEVELOPER_TOKEN", "two\nlines"],
  ["GOOGLE_ADS_LOGIN_CUSTOMER_ID", "123-4567-890"],
  ["GOOGLE_ADS_API_URL", "googleads"],
  ["GOOGLE_OAUTH_URL", "oauth"],
  ["SPLASH_MS", "-1"],
  ["PUSH_HOSTS", "https://fcm.googleapis.com"],
  ["PUSH_HOSTS", "*"],
  ["PUSH_HOSTS", "*.example.com/path"],
  ["SMS_ACCOUNT_SID", "AC123"],
  ["SMS_FROM", "(813) 555-0100"],
  ["SMS_API_URL", "twilio"],
  ["CALL_COUNTRIES", "JM"],
  ["CALL_COUNTRIES", "us"],
  ["CALL_FALLBACK_URL", "http://handler.twilio.com/twiml/EH1"],
  ["LOG_LEVEL", "loud"],
  ["METRICS_TOKEN", "too short"],
  ["METRICS_TOKEN", "spaces are not possible in a header"],
  ["SLOW_QUERY_MS", "fast"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "a key"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "key=%E0%A4%A"],
])(
  "an invalid setting is rejected with a one-line error that names it: %s set to %o",
  (name, value) => {
    const read = () => readConfig({ DATA_DIR: dataDir, [name]: value });
    expect(read).toThrow(BadConfig);
    // The error must use our own words, not the schema library's.
    expect(read).not.toThrow(/Invalid|Too |expected/);
    expect(read).toThrow(new RegExp(`^The setting ${name} can't be used: it must be [^\n]+$`));
  },
);

test("text messages require either all three of their settings or none", () => {
  const sid = `AC${"0".repeat(32)}`;
  const settings = { SMS_ACCOUNT_SID: sid, SMS_AUTH_TOKEN: "t", SMS_FROM: "+18135550100" };
  for (const missing of Object.keys(settings)) {
    const read = () => readConfig({ DATA_DIR: dataDir, ...settings, [missing]: "" });
    expect(read).toThrow(`The setting ${missing} is missing`);
  }
  expect(readConfig({ DATA_DIR: dataDir }).sms).toBeNull();
  expect(readConfig({ DATA_DIR: dataDir, ...settings }).sms).toMatchObject({ accountSid: sid });
});

test("calls can't be made to any country until one is set", () => {
  expect(readConfig({ DATA_DIR: dataDir }).callCountries).toEqual([]);
  const both = readConfig({ DATA_DIR: dataDir, CALL_COUNTRIES: "US, CA" });
  expect(both.callCountries).toEqual(["US", "CA"]);
});

test("backup uploads require either all four of their settings or none", () => {
  const settings = {
    ...{ BACKUP_S3_ENDPOINT: "https://storage.example.com", BACKUP_S3_BUCKET: "backups" },
    ...{ BACKUP_S3_KEY_ID: "key", BACKUP_S3_SECRET: "a-secret" },
  };
  for (const missing of Object.keys(settings)) {
    const read = () => readConfig({ DATA_DIR: dataDir, ...settings, [missing]: "" });
    expect(read).toThrow(`The setting ${missing} is missing`);
  }
  expect(readConfig({ DATA_DIR: dataDir }).backupBucket).toBeNull();
  const prefixed = { ...settings, BACKUP_S3_PREFIX: "front-desk" };
  expect(readConfig({ DATA_DIR: dataDir, ...prefixed }).backupBucket).toEqual({
    ...{ endpoint: "https://storage.example.com", region: "us-east-1", bucket: "backups" },
    ...{ keyId: "key", secret: "a-secret", prefix: "front-desk/" },
  });
});

test("the origin, sender and trusted proxies are parsed", () => {
  const config = readConfig({
    DATA_DIR: dataDir,
    ORIGIN: "https://Desk.Example.com/",
    MAIL_FROM: "desk@example.com",
    TRUSTED_PROXIES: "10.0.0.2, 10.1.0.0/16 fd00::1,fd00::/8",
  });
  expect(config).toMatchObject({
    origin: "https://desk.example.com",
    mailFrom: "desk@example.com",
    trustedProxies: ["10.0.0.2", "10.1.0.0/16", "fd00::1", "fd00::/8"],
  });
});

test("the secret is generated once, in a file that only its owner can read, and no temporary file remains", () => {
  const { secret } = readConfig({ DATA_DIR: dataDir });
  expect(secret.length).toBeGreaterThan(32);
  expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(["secret"]);
  expect(statSync(path.join(dataDir, "secret")).mode & 0o777).toBe(0o600);
});

test.each(["", "\n", "half a secret"])(
  "the error for an invalid stored secret names its file: %o",
  (kept) => {
    writeFileSync(path.join(dataDir, "secret"), kept);
    const read = () => readConfig({ DATA_DIR: dataDir });
    expect(read).toThrow(BadConfig);
    expect(read).toThrow(path.join(dataDir, "secret"));
  },
);

test("a secret that is set in the environment isn't written to a file", () => {
  readConfig({ DATA_DIR: dataDir, SECRET: "a secret for tests that is long enough" });
  expect(readdirSync(dataDir)).toEqual([]);
});
