import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { openFromSettings } from "./open-deps.ts";

const account = {
  ...{ SMS_ACCOUNT_SID: `AC${"0".repeat(32)}`, SMS_AUTH_TOKEN: "token" },
  SMS_FROM: "+18135550100",
};

test.each<[string, Record<string, string>, boolean]>([
  ["an account and a country", { ...account, CALL_COUNTRIES: "US" }, true],
  ["an account but no country", account, false],
  ["a country but no account", { CALL_COUNTRIES: "US" }, false],
])("calls require both an account and a country: %s", (_, settings, isOn) => {
  const environment = { DATA_DIR: "/tmp/front-desk-no-data", SECRET: "s".repeat(32) };
  const config = readConfig({ ...environment, ...settings });
  expect(openFromSettings(config, () => new Date()).voice !== null).toBe(isOn);
});
