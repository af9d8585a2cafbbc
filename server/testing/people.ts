// Made people who are signed in.
import { madePassword, makeOwner, makePractice } from "#server/db/make.ts";
import type { House } from "./house.ts";

export async function signInAdmin(house: House) {
  const owner = await makeOwner(house.deps);
  return { ...owner, token: await signIn(house, owner.email) };
}

export async function signInClient(house: House) {
  const practice = await makePractice(house.deps);
  return { ...practice, token: await signIn(house, practice.email) };
}

export async function signIn(house: House, email: string): Promise<string> {
  const json = { email, password: madePassword };
  const answer = await house.ask("POST", "/api/credentials", { json });
  return answer.body.token;
}
