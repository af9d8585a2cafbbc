// A practice's people: lists them, and lets managers change them.
import { and, asc, eq, isNull } from "drizzle-orm";
import { adminWords } from "#content/command-line.ts";
import { peopleMessages } from "#content/desk/people.ts";
import { site } from "#content/site.ts";
import type { AuditAction } from "#contract/audit.ts";
import { maxPeople, type People, type PersonChange } from "#contract/people.ts";
import { leaveSharedDevices } from "#server/accounts/sign-in/leave-shared-devices.ts";
import { endSessions } from "#server/accounts/sign-in/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, personInvitations, pushDevices } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { safeGreetingName } from "#server/documents/greeting/safe-greeting.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { type Account, commandLine } from "#server/people/accounts.ts";
import { voidLinks } from "#server/people/mailed-links.ts";
import { isActiveManager, lockPeopleAs } from "#server/people/practice-people.ts";
import { signInFacts } from "#server/people/sign-in-facts.ts";
import { audit } from "#server/records/audit/audit.ts";
import { isOpenInvitation, withdrawInvitations } from "./open-invitations.ts";
import { type MailTools, tellDeactivated, tellManagers, tellNewRole } from "./people-emails.ts";

/** Handles `GET /api/clients/me/people`. */
export async function listPeople(
  deps: Pick<Deps, "db">,
  { clientId, accountId }: SignedInClient,
): Promise<People> {
  const people = await deps.db
    .select({ account: accounts, ...signInFacts })
    .from(accounts)
    .where(eq(accounts.clientId, clientId));
  const invitations = await deps.db
    .select()
    .from(personInvitations)
    .where(and(eq(personInvitations.clientId, clientId), isOpenInvitation))
    .orderBy(asc(personInvitations.firstName), asc(personInvitations.lastName));
  const nameOf = new Map(
    people.map(({ account: { id, firstName, lastName } }) => [id, `${firstName} ${lastName}`]),
  );
  return {
    people: people
      .map(({ account, lastSignedInAt, hasTwoStepLogin }) => ({
        _id: account.id,
        firstName: account.firstName,
        lastName: account.lastName,
        email: account.email,
        role: account.role ?? "member",
        lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
        deactivatedAt: account.deactivatedAt?.toISOString() ?? null,
        hasTwoStepLogin,
        isYou: account.id === accountId,
      }))
      .toSorted(
        (a, b) =>
          Number(a.deactivatedAt !== null) - Number(b.deactivatedAt !== null) ||
          `${a.firstName} ${a.lastName}`.localeCompare(`${b.firstName} ${b.lastName}`, "en"),
      ),
    invitations: invitations.map((row) => ({
      _id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      role: row.role,
      invitedBy: nameOf.get(row.invitedBy) ?? "",
      invitedAt: row.invitedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
  };
}

/**
 * Handles `PATCH /api/clients/me/people/{id}`. Throws `not_found`, and `conflict` when no active
 * manager would be left, or someone deactivates themselves.
 */
export async function changePerson(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient,
  personId: string,
  change: PersonChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const people = await lockPeopleAs(tx, client);
    const person = people.find(({ id }) => id === personId);
    if (!person) throw new AppError("not_found");
    const next = changed(deps, person, change);
    if (next.deactivatedAt && personId === client.accountId) {
      throw conflict(peopleMessages.notYourself);
    }
    const after = people.map((one) => (one.id === personId ? next : one));
    if (!after.some(isActiveManager)) throw conflict(peopleMessages.keepOneManager);
    if (person.deactivatedAt && !next.deactivatedAt) await refuseTooMany(tx, client.clientId);
    const { firstName, lastName, role, deactivatedAt } = next;
    await tx
      .update(accounts)
      .set({ firstName, lastName, role, deactivatedAt })
      .where(and(eq(accounts.id, personId), eq(accounts.clientId, client.clientId)));
    const actions = actionsOf(person, next);
    if (actions.length === 0) return;
    if (actions.includes("person_deactivated")) await endAccess(deps, tx, person);
    if (!isActiveManager(next)) {
      const theirs = eq(personInvitations.invitedBy, personId);
      await withdrawInvitations(deps, tx, visitor, client, theirs);
    }
    for (const action of actions) {
      const detail = { person: personId, role: next.role ?? "" };
      await audit(deps, tx, { action, ...client, address: visitor.address, detail });
    }
    const caller = people.find(({ id }) => id === client.accountId);
    const by = safeGreetingName(`${caller?.firstName} ${caller?.lastName}`);
    if (actions.includes("person_role_changed") && personId !== client.accountId) {
      await tellNewRole(deps, tx, by, next);
    }
    if (actions.includes("person_deactivated")) await tellDeactivated(deps, tx, by, next);
    if (isActiveManager(next) && !isActiveManager(person)) await tellManagers(deps, tx, next);
    await notifyPractice(tx, { clientId: client.clientId, kind: "people" });
  });
}

/**
 * Makes an active person a manager, for a practice whose only manager has left. Command line only.
 * Throws `not_found`.
 */
export async function makeManager(deps: MailTools, email: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const isActive = and(eq(accounts.email, email), isNull(accounts.deactivatedAt));
    const [person] = await tx
      .update(accounts)
      .set({ role: "manager" })
      .where(and(isActive, eq(accounts.kind, "client")))
      .returning();
    if (!person?.clientId)
      throw new AppError("not_found", { sentence: adminWords.noAccount(email) });
    const { id, clientId } = person;
    await audit(deps, tx, {
      action: "person_role_changed",
      ...{ accountId: null, clientId, address: commandLine },
      detail: { person: id, role: "manager" },
    });
    await tellNewRole(deps, tx, site.agency, person);
    await tellManagers(deps, tx, person);
    await notifyPractice(tx, { clientId, kind: "people" });
  });
}

/** Throws `conflict` when the practice has reached its limit of people. */
export async function refuseTooMany(tx: Transaction, clientId: string) {
  const active = and(eq(accounts.clientId, clientId), isNull(accounts.deactivatedAt));
  const open = and(eq(personInvitations.clientId, clientId), isOpenInvitation);
  const taken = (await tx.$count(accounts, active)) + (await tx.$count(personInvitations, open));
  if (taken >= maxPeople) throw conflict(peopleMessages.full(maxPeople));
}

function changed(deps: Pick<Deps, "now">, person: Account, change: PersonChange): Account {
  const { isDeactivated, ...fields } = change;
  const deactivatedAt = isDeactivated ? (person.deactivatedAt ?? deps.now()) : null;
  return {
    ...person,
    ...fields,
    deactivatedAt: isDeactivated === undefined ? person.deactivatedAt : deactivatedAt,
  };
}

/** Ends all of the person's access in this transaction: devices, notifications, links. */
async function endAccess(deps: Pick<Deps, "now">, tx: Transaction, { id, clientId }: Account) {
  await endSessions(deps, tx, id);
  await leaveSharedDevices(tx, { accountId: id, clientId: clientId ?? "" });
  await voidLinks(deps, tx, id);
  await tx
    .update(pushDevices)
    .set({ endedAt: deps.now() })
    .where(
      and(
        eq(pushDevices.clientId, clientId ?? ""),
        eq(pushDevices.accountId, id),
        isNull(pushDevices.endedAt),
      ),
    );
}

function actionsOf(before: Account, after: Account): AuditAction[] {
  const isRenamed = before.firstName !== after.firstName || before.lastName !== after.lastName;
  const isOut = after.deactivatedAt !== null;
  return [
    ...(isRenamed ? (["person_renamed"] as const) : []),
    ...(before.role !== after.role ? (["person_role_changed"] as const) : []),
    ...((before.deactivatedAt !== null) === isOut
      ? []
      : ([isOut ? "person_deactivated" : "person_reactivated"] as const)),
  ];
}

function conflict(sentence: string) {
  return new AppError("conflict", { sentence });
}
