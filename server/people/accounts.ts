// The owners' and the practices' accounts. Each email address has one account, of one kind.
import { randomBytes } from "node:crypto";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { adminWords } from "#content/command-line.ts";
import type { Admin, Client, ClientAnswer } from "#contract/accounts.ts";
import {
  type ConsoleRole,
  consoleRoles,
  type HelperArea,
  mayUse,
} from "#contract/console-roles.ts";
import type { Role } from "#contract/roles.ts";
import type { Transaction } from "#server/db/database.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { accounts, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, SignedInClient } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";
import { listLinePhones } from "./line-phones.ts";
import { listOpenLinks } from "./mailed-links.ts";
import { getOpenHours } from "./open-hours.ts";
import { isActiveManager } from "./practice-people.ts";
import { areTextsOn, countUnreadThreads } from "./practice-texts.ts";

/** The audit log shows this instead of an IP address for changes made on the command line. */
export const commandLine = "command line";

export type Account = typeof accounts.$inferSelect;

/**
 * Locks an account until the transaction ends. A global lock order prevents deadlocks: the account
 * first, then its practice, its sessions, its links. `no key update` still allows inserting rows
 * that reference the account. Returns null when the account does not exist.
 */
export async function lockAccount(tx: Transaction, accountId: string): Promise<Account | null> {
  const [account] = await tx
    .select()
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("no key update");
  return account ?? null;
}

/**
 * Works like `lockAccount`, for an account whose password was verified before the transaction:
 * hashing takes so long that a reset may happen in between. Returns null if the verified password
 * is no longer the account's password.
 */
export async function lockVerifiedAccount(
  tx: Transaction,
  verified: Pick<Account, "id" | "passwordHash">,
): Promise<Account | null> {
  const [account] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, verified.id), eq(accounts.passwordHash, verified.passwordHash)))
    .for("no key update");
  return account ?? null;
}

type Person = { email: string; firstName: string; lastName: string };
/** The role is owner by default. */
type ConsolePerson = Person & { role?: ConsoleRole };

/**
 * Creates an owner's or a helper's account on the command line. Practices register with its
 * `adminCode` as `admin_id`.
 */
export async function addAdmin(
  deps: Pick<Deps, "db" | "now">,
  person: ConsolePerson,
  passwordHash: string,
): Promise<{ id: string; adminCode: string }> {
  return deps.db.transaction(async (tx) => {
    const admin = await insertAdmin(deps, tx, person, passwordHash);
    if (!admin) throw hasAccount(person);
    await audit(deps, tx, {
      action: admin.consoleRole === "owner" ? "admin_added" : "helper_added",
      ...{ accountId: admin.id, address: commandLine },
    });
    return { id: admin.id, adminCode: admin.adminCode ?? "" };
  });
}

/**
 * Stores an owner or a helper with a confirmed address. Returns null, and writes nothing, if the
 * email address has an account.
 */
export async function insertAdmin(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { role = "owner", ...person }: ConsolePerson,
  passwordHash: string,
): Promise<Account | null> {
  const adminCode = randomBytes(9).toString("base64url");
  const [admin] = await tx
    .insert(accounts)
    .values({
      ...{ kind: "admin" as const, ...named(person), passwordHash, adminCode },
      consoleRole: role,
      emailConfirmedAt: deps.now(),
    })
    .onConflictDoNothing()
    .returning();
  return admin ?? null;
}

type Practice = {
  name: string;
  phone: string;
  address: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  adminCode: string;
  timeZone?: string;
};

type NewPractice = {
  person: Person;
  passwordHash: string;
  practice: Practice;
  approvedAt: Date | null;
  emailConfirmedAt: Date | null;
};

/**
 * Creates a practice and its account; command line only. Throws `conflict` if the email address has
 * an account.
 */
export async function addClient(
  deps: Pick<Deps, "db" | "now">,
  input: { person: Person; passwordHash: string; practice: Practice; isApproved: boolean },
): Promise<{ clientId: string; accountId: string }> {
  return deps.db.transaction(async (tx) => {
    const made = await insertPractice(tx, {
      ...input,
      approvedAt: input.isApproved ? deps.now() : null,
      // Creating the account on the command line counts as confirmation of its email address.
      emailConfirmedAt: deps.now(),
    });
    if (!made) throw hasAccount(input.person);
    const action = input.isApproved ? "client_added" : "client_added_pending";
    await audit(deps, tx, { action, ...made, address: commandLine });
    return made;
  });
}

function hasAccount({ email }: Person) {
  return new AppError("conflict", { sentence: adminWords.hasAccount(email) });
}

/** Returns null, and writes nothing, if the email address has an account. */
export async function insertPractice(
  db: Transaction,
  input: NewPractice,
): Promise<{ clientId: string; accountId: string } | null> {
  const { person, passwordHash, emailConfirmedAt } = input;
  return db
    .transaction(async (tx) => {
      const [client] = await tx
        .insert(clients)
        .values({ ...input.practice, approvedAt: input.approvedAt })
        .returning({ id: clients.id });
      if (!client) throw new Error("The practice was not stored");
      const who = { person, passwordHash, emailConfirmedAt };
      const accountId = await insertPerson(tx, { ...who, clientId: client.id, role: "manager" });
      if (!accountId) throw new AddressTaken();
      return { clientId: client.id, accountId };
    })
    .catch((error: unknown) => {
      if (error instanceof AddressTaken) return null;
      throw error;
    });
}

/**
 * Stores a person at a practice. Returns null, and writes nothing, if the email address has an
 * account.
 */
export async function insertPerson(
  tx: Transaction,
  input: Pick<NewPractice, "person" | "passwordHash" | "emailConfirmedAt"> & {
    clientId: string;
    role: Role;
  },
): Promise<string | null> {
  const { person, ...values } = input;
  const [account] = await tx
    .insert(accounts)
    .values({ kind: "client", ...values, ...named(person) })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  return account?.id ?? null;
}

class AddressTaken extends Error {}

/** Handles `GET /api/admins/myself`. */
export async function getAdmin(deps: Deps, admin: SignedInAdmin): Promise<Admin> {
  const [row] = await deps.db.select().from(accounts).where(eq(accounts.id, admin.accountId));
  if (!row) throw new AppError("unauthorized");
  const { id, firstName, lastName, email, consoleRole } = row;
  const newEmail = await findNewEmail(deps, id);
  return { _id: id, firstName, lastName, email, role: consoleRole, newEmail };
}

/**
 * Checks whether a real practice with this id exists, whatever its status. View as excludes demos.
 */
export async function isClient(deps: Pick<Deps, "db">, clientId: string): Promise<boolean> {
  return (await deps.db.$count(clients, and(isRealPractice, eq(clients.id, clientId)))) > 0;
}

export async function getClient(deps: Deps, client: SignedInClient): Promise<Client> {
  return (await getPractice(deps, client)).userData;
}

/**
 * Handles `GET /api/clients/getClient`: the practice, with the logged-in person's name and email
 * address, or its first manager's for an owner who views as the practice. `admittedAs`: the
 * person's role for this request, which a shared device limits.
 */
export async function getPractice(
  deps: Deps,
  { clientId, accountId }: SignedInClient,
  admittedAs?: Role,
): Promise<ClientAnswer> {
  const rows = await deps.db
    .select({ practice: clients, account: accounts })
    .from(clients)
    .innerJoin(accounts, eq(accounts.clientId, clients.id))
    .where(eq(clients.id, clientId))
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
  const practice = rows[0]?.practice;
  const people = rows.map((row) => row.account);
  const person = people.find(({ id }) => id === accountId);
  const manager = people.find(isActiveManager);
  const account = person ?? manager;
  if (!practice || !account) throw new AppError("unauthorized");
  const { week, holidays } = await getOpenHours(deps, clientId, deps.now());
  const hasTexts = areTextsOn(deps, practice);
  const userData: Client = {
    _id: practice.id,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    phone: practice.phone,
    address: practice.address,
    address2: practice.address2,
    city: practice.city,
    state: practice.state,
    zip: practice.zip,
    admin_id: practice.adminCode,
    name: practice.name,
    timeZone: practice.timeZone,
    week,
    holidays,
    status: statusOf(practice),
    senderName: practice.senderName,
    replyTo: practice.replyTo,
    defaultReplyTo: (manager ?? account).email,
    reading: practice.reading,
    attemptGaps: practice.attemptGaps,
    urgentWords: practice.urgentWords,
    newEmail: await findNewEmail(deps, account.id),
    hasTexts,
    unreadTexts: hasTexts ? await countUnreadThreads(deps, clientId) : 0,
    linePhones: practice.phoneNumber && deps.voice ? await listLinePhones(deps, clientId) : [],
    changedAt: practice.profileChangedAt.toISOString(),
    demoEndsAt: practice.demoEndsAt?.toISOString() ?? null,
  };
  const role = admittedAs ?? person?.role;
  return {
    userData,
    person:
      person && role
        ? {
            ...{ _id: person.id, role, hasColleagues: people.length > 1 },
            colleagues: people.flatMap(({ id, firstName, deactivatedAt }) =>
              deactivatedAt ? [] : [{ _id: id, name: firstName }],
            ),
          }
        : null,
  };
}

/** Returns the new address of a change that both addresses haven't confirmed yet, or null. */
async function findNewEmail(deps: Deps, accountId: string): Promise<string | null> {
  const [link] = await listOpenLinks(deps, ["change_address_old", "change_address_new"], accountId);
  return link?.newEmail ?? null;
}

/**
 * Returns the email addresses of all owners, for notices, and of helpers with access to `area`, if
 * given. The list is empty before the first account exists.
 */
export async function listAdminAddresses(tx: Transaction, area?: HelperArea): Promise<string[]> {
  const told = consoleRoles.filter((role) => mayUse(role, area));
  const rows = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(
      and(
        eq(accounts.kind, "admin"),
        inArray(accounts.consoleRole, told),
        isNull(accounts.deactivatedAt),
      ),
    );
  return rows.map((row) => row.email);
}

export function statusOf(
  client: Pick<typeof clients.$inferSelect, "approvedAt" | "suspendedAt" | "endedAt">,
) {
  if (client.endedAt) return "ended";
  if (client.suspendedAt) return "suspended";
  return client.approvedAt ? "active" : "pending";
}

function named({ email, firstName, lastName }: Person) {
  return { email: email.toLowerCase(), firstName, lastName };
}

/** Returns the login email address. Throws `not_found`. */
export async function getAccountEmail(deps: Pick<Deps, "db">, accountId: string): Promise<string> {
  const [row] = await deps.db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!row) throw new AppError("not_found");
  return row.email;
}
