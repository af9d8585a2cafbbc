// Signed-in test accounts.
import { madePassword, makeOwner, makePerson, makePractice } from "#server/db/make.ts";
import type { TestApp } from "./test-app.ts";

export async function signInAdmin(testApp: TestApp) {
  const owner = await makeOwner(testApp.deps);
  return { ...owner, token: await signIn(testApp, owner.email) };
}

export async function signInClient(testApp: TestApp) {
  const practice = await makePractice(testApp.deps);
  return { ...practice, token: await signIn(testApp, practice.email) };
}

/** A member of the practice: see `contract/roles.ts`. */
export async function signInMember(testApp: TestApp, clientId: string) {
  const person = await makePerson(testApp.deps, clientId);
  return { ...person, token: await signIn(testApp, person.email) };
}

export async function signIn(testApp: TestApp, email: string): Promise<string> {
  const json = { email, password: madePassword };
  // Always the same browser: another one would be reported by email.
  const headers = { Cookie: `deviceToken=${"d".repeat(43)}` };
  const answer = await testApp.request("POST", "/api/credentials", { json, headers });
  return answer.body.token;
}
