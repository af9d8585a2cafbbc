// Posts a form to the app in the same way as Twilio.
import { signWebhook } from "#server/outside/twilio.ts";
import type { TestApp } from "./test-app.ts";

/** Posts a signed form. `url` is a URL that the app gave to the provider. */
export function postSigned(
  testApp: TestApp,
  url: string,
  fields: Record<string, string>,
  authToken = testApp.deps.config.sms?.authToken ?? "",
) {
  const { pathname, search } = new URL(url);
  return testApp.request("POST", `${pathname}${search}`, {
    body: new URLSearchParams(fields).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Twilio-Signature": signWebhook(authToken, url, Object.entries(fields)),
    },
  });
}

/** Returns the URL to which TwiML posts a key or the end of a dialed line. */
export function actionIn(twiml: string): string {
  const [, action = ""] = /action="([^"]*)"/.exec(twiml) ?? [];
  return action.replaceAll("&#38;", "&");
}
