import { expect, test } from "vitest";
import { makeVoiceStandIn, voiceAccount } from "#server/testing/voice-stand-in.ts";
import { readConfig } from "./config.ts";
import { openFromSettings } from "./open-deps.ts";

const account = {
  ...{ SMS_ACCOUNT_SID: `AC${"0".repeat(32)}`, SMS_AUTH_TOKEN: "token" },
  SMS_FROM: "+18135550100",
};
const environment = { DATA_DIR: "/tmp/front-desk-no-data", SECRET: "s".repeat(32) };

test.each<[string, Record<string, string>, boolean]>([
  ["an account and a country", { ...account, CALL_COUNTRIES: "US" }, true],
  ["an account but no country", account, false],
  ["a country but no account", { CALL_COUNTRIES: "US" }, false],
])("calls require both an account and a country: %s", (_, settings, isOn) => {
  const config = readConfig({ ...environment, ...settings });
  expect(openFromSettings(config, () => new Date()).voice !== null).toBe(isOn);
});

test.each([[""], ["https://handler.twilio.com/twiml/EH1"]])(
  "a call is placed with the fallback that is set: %o",
  async (fallbackUrl) => {
    const twilio = await makeVoiceStandIn();
    const config = readConfig({
      ...{ ...environment, ...account, CALL_COUNTRIES: "US" },
      ...{ SMS_ACCOUNT_SID: voiceAccount.accountSid, SMS_AUTH_TOKEN: voiceAccount.authToken },
      ...{ SMS_API_URL: twilio.url, CALL_FALLBACK_URL: fallbackUrl },
    });
    const answer = await openFromSettings(config, () => new Date()).voice?.call({
      ...{ to: "+18135550150", from: "+18135550100", ringSeconds: 20 },
      ...{ answerUrl: "https://desk.example.com/a", statusUrl: "https://desk.example.com/s" },
    });
    await twilio.close();
    expect(answer).toMatchObject({ result: "accepted" });
    expect(twilio.calls).toMatchObject([{ fallbackUrl }]);
  },
);
