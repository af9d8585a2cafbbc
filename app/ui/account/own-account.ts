// The API's routes for the account's own devices, email address, password and second factors.
import { api } from "#app/api.ts";

export type AccountKind = "client" | "admin";

export function ownAccount(kind: AccountKind) {
  return kind === "client" ? api.clients.me : api.admins.myself;
}
