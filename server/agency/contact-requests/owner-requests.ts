// Identifies contact requests that an owner sent, as tests of the form: they don't count toward
// response times.
import { or, sql } from "drizzle-orm";
import { site } from "#content/site.ts";
import { accounts, contactRequests } from "#server/db/schema.ts";

const { email, phone } = contactRequests;

/** Matches an owner's email address, or the agency's own email addresses or phone number. */
export const isFromOwner = or(
  sql`lower(${email}) in (${site.email.toLowerCase()}, ${site.agencyEmail.toLowerCase()})`,
  sql`lower(${email}) in (select owner.email from ${accounts} owner where owner.kind = 'admin')`,
  sql`right(regexp_replace(coalesce(${phone}, ''), '\\D', '', 'g'), 10) = ${site.phoneLink.slice(-10)}`,
) as ReturnType<typeof sql>;
