// Login details for a list of people, as columns of a query on `accounts`.
import { sql } from "drizzle-orm";
import { accounts, factors, sessions } from "#server/db/schema.ts";

export const signInFacts = {
  lastSignedInAt: sql<Date | null>`(
    select max(session.created_at) from ${sessions} session where session.account_id = ${accounts}.id
  )`.mapWith(sessions.createdAt),
  hasTwoStepLogin: sql<boolean>`exists (
    select from ${factors} factor
    where factor.account_id = ${accounts}.id and factor.confirmed_at is not null
  )`,
};
