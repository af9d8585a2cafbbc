// Makes a browser a shared device, as a manager would.
import { madePassword } from "#server/db/make.ts";
import type { TestApp } from "./test-app.ts";

export const sharedPin = "1379";

/** Returns the token of the shared session, which has replaced the manager's session. */
export async function shareDevice(testApp: TestApp, token: string, pin = sharedPin) {
  const json = { password: madePassword, idleMinutes: 5, initials: "DW", pin };
  const { body } = await testApp.request("POST", "/api/shared-device", { token, json });
  return body.token as string;
}
