// Logs in test accounts.
import { hash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { madePassword, makeOwner, makePerson, makePractice } from "#server/db/make.ts";
import { accounts, knownDevices } from "#server/db/schema.ts";
import type { TestApp } from "./test-app.ts";

export async function signInAdmin(testApp: TestApp) {
  const owner = await makeOwner(testApp.deps);
  return { ...owner, token: await signIn(testApp, owner.email) };
}

/** Logs in a helper: see `contract/console-roles.ts`. */
export async function signInHelper(testApp: TestApp) {
  const helper = await makeOwner(testApp.deps, { role: "helper" });
  return { ...helper, token: await signIn(testApp, helper.email) };
}

export async function signInClient(testApp: TestApp) {
  const practice = await makePractice(testApp.deps);
  return { ...practice, token: await signIn(testApp, practice.email) };
}

/** Logs in a member of the practice: see `contract/roles.ts`. */
export async function signInMember(testApp: TestApp, clientId: string) {
  const person = await makePerson(testApp.deps, clientId);
  return { ...person, token: await signIn(testApp, person.email) };
}

/**
 * Logs in, either in the account's own browser, where it replaces the previous session, or
 * `elsewhere`, in another browser that the account knows. No email reports the login, because both
 * browsers are known.
 */
export async function signIn(testApp: TestApp, email: string, elsewhere = ""): Promise<string> {
  const json = { email, password: madePassword };
  const deviceToken = hash("sha256", `${elsewhere} ${email}`, "base64url");
  if (elsewhere) await remember(testApp, email, hash("sha256", deviceToken));
  const headers = { Cookie: `deviceToken=${deviceToken}` };
  const answer = await testApp.request("POST", "/api/credentials", { json, headers });
  return answer.body.token;
}

/** Enters the password again, which an export requires fifteen minutes after login. */
export async function proveAgain(testApp: TestApp, token: string) {
  const json = { password: madePassword };
  await testApp.request("POST", "/api/clients/me/proofs", { token, json });
}

async function remember({ deps, clock }: TestApp, email: string, tokenHash: string) {
  const account = deps.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.email, email));
  const at = { createdAt: clock.now, lastUsedAt: clock.now };
  await deps.db.insert(knownDevices).values({ accountId: sql`${account}`, tokenHash, ...at });
}
