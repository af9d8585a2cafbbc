// People of tests: an owner, practices, signed in. Each call makes new ones.
import { randomUUID } from "node:crypto";
import { addAdmin, addClient } from "#server/accounts/accounts.ts";
import type { House } from "./house.ts";

const password = "a password for tests";

export async function signInAdmin(house: House) {
  const email = `owner-${randomUUID()}@example.com`;
  const { id, adminCode } = await addAdmin(house.deps, {
    email,
    firstName: "Olive",
    lastName: "Owner",
    password,
  });
  return { accountId: id, adminCode, email, token: await signIn(house, email) };
}

/** A practice that may sign in, unless told otherwise. */
export async function addPractice(house: House, options: { isApproved?: boolean } = {}) {
  const email = `desk-${randomUUID()}@example.com`;
  const { clientId, accountId } = await addClient(house.deps, {
    person: { email, firstName: "Dana", lastName: "Whitfield", password },
    practice: {
      name: "Bayshore Family Dental",
      phone: "(813) 555-0100",
      address: "1 Bayshore Blvd",
      address2: "",
      city: "Tampa",
      state: "FL",
      zip: "33606",
      adminCode: "code",
    },
    isApproved: options.isApproved ?? true,
  });
  return { clientId, accountId, email, password };
}

export async function signInClient(house: House) {
  const practice = await addPractice(house);
  return { ...practice, token: await signIn(house, practice.email) };
}

export async function signIn(house: House, email: string): Promise<string> {
  const answer = await house.ask("POST", "/api/credentials", { json: { email, password } });
  return answer.body.token;
}
