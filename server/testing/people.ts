// Signed-in test accounts.
import { madePassword, makeOwner, makePractice } from "#server/db/make.ts";
import type { TestApp } from "./test-app.ts";

export async function signInAdmin(testApp: TestApp) {
  const owner = await makeOwner(testApp.deps);
  return { ...owner, token: await signIn(testApp, owner.email) };
}

export async function signInClient(testApp: TestApp) {
  const practice = await makePractice(testApp.deps);
  return { ...practice, token: await signIn(testApp, practice.email) };
}

export async function signIn(testApp: TestApp, email: string): Promise<string> {
  const json = { email, password: madePassword };
  const answer = await testApp.request("POST", "/api/credentials", { json });
  return answer.body.token;
}
