// The owner's practices: the list, one practice's page, the owner's notes, and invitations.

import { z } from "zod";
import { clientStatuses, practiceName } from "./accounts.ts";
import { AlertSettings } from "./alerts.ts";
import { AuditEntry } from "./audit.ts";
import { Billing, packageLimit } from "./billing.ts";
import { Campaign, Cost } from "./campaigns.ts";
import { dayMs } from "./durations.ts";
import { emailAddress, instant, line, requiredLine, requiredWords, uuid, whole } from "./fields.ts";
import { Figures } from "./figures.ts";
import { OpenHours } from "./open-hours.ts";
import { People } from "./people.ts";
import { PracticeRetention } from "./retention.ts";
import { PracticeRings } from "./rings.ts";
import { Source, sourceProblems } from "./sources.ts";
import { PracticeSets } from "./template-sets.ts";

// ── The list ────────────────────────────────────────────────────────────────────────────────────

/** The figures of the list and of a practice's page cover this many UTC days, today included. */
export const practiceFigureDays = 30;

/** A practice's figures of those days, by wall time. */
export const PracticeFigures = z.object({
  /** The same as `leadsCount` in `GET /api/leads/count`. */
  leads: z.int(),
  /** Inquiries in a bucket; late and uncalled ones count in `other`. */
  timeDiff: z.object({ lt10: z.int(), lt60: z.int(), other: z.int() }),
  /** Inquiries in `other` that were never called. */
  neverCalled: z.int(),
  /** The median time to the first call. */
  median: Figures.shape.firstCall.shape.half,
});
export type PracticeFigures = z.infer<typeof PracticeFigures>;

/**
 * A new practice's setup steps, derived from its data. `account`: it's approved, and someone has
 * logged in. `source`: one is connected. `testLead`: a source has delivered a lead, test or real.
 * `firstCall`: a call has a result. `alerts`: with no screen open, it would still be notified of a
 * new lead.
 */
export const onboardingSteps = ["account", "source", "testLead", "firstCall", "alerts"] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

export const ListedClient = z.object({
  _id: uuid,
  name: z.string(),
  city: z.string(),
  state: z.string(),
  status: z.enum(clientStatuses),
  /** Whether its first manager's address is confirmed: only then can it be approved. */
  isAddressConfirmed: z.boolean(),
  registeredAt: instant,
  approvedAt: instant.nullable(),
  suspendedAt: instant.nullable(),
  /** When it ended: see `erasureOf`. */
  endedAt: instant.nullable(),
  /** The last login of any of its people. */
  lastSignedInAt: instant.nullable(),
  figures: PracticeFigures,
  /**
   * Of all its campaigns, as in its own reports: the last `practiceFigureDays` days in its time
   * zone.
   */
  costs: z.object({ perLead: Cost, perBooked: Cost }),
  /** When its newest lead that figures count came in. */
  lastLeadAt: instant.nullable(),
  /** How many leads are waiting for their first call, and when the longest wait began. */
  uncalled: z.int(),
  waitingSince: instant.nullable(),
  /** The problems of its sources, the worst first. */
  sourceProblems: z.array(z.enum(sourceProblems)),
  /** The practice is open but wouldn't notice a lead: no open screen or working alert channel. */
  isUnreachable: z.boolean(),
  /** What the agency does for it; empty: nothing is agreed. */
  package: z.string(),
  /** The owner's own words for it, by name. Its people never see them. */
  tags: z.array(z.string()),
  /** The onboarding steps that are done. */
  steps: z.array(z.enum(onboardingSteps)),
});
export type ListedClient = z.infer<typeof ListedClient>;

/** What the list can be sorted by, each with its default direction: the worst first. */
export const practiceSorts = {
  name: "asc",
  registered: "desc",
  package: "asc",
  leads: "desc",
  onTime: "asc",
  median: "desc",
  neverCalled: "desc",
  lastLead: "asc",
  lastSignIn: "asc",
  waiting: "asc",
} as const;
export type PracticeSort = keyof typeof practiceSorts;

/** A source with a problem; no working alert channel; an open onboarding step; a waiting lead. */
export const practiceNeeds = ["sources", "alerts", "setup", "calls"] as const;
export type PracticeNeed = (typeof practiceNeeds)[number];

/** Characters of a tag; tags of one practice. */
export const tagLimit = 24;
export const mostTags = 10;

/** At least this many percent of its inquiries were late. */
export const lateShares = ["10", "25", "50"] as const;

const filters = {
  /** Searches a practice's name, its city, and its people's login emails. */
  search: line(200).optional(),
  status: z.enum(clientStatuses, "invalid").optional(),
  late: z.enum(lateShares, "invalid").optional(),
  needs: z.enum(practiceNeeds, "invalid").optional(),
  /** Exactly this one; `none`: those without one. */
  package: line(packageLimit).optional(),
  /** Has exactly this tag. */
  tag: line(tagLimit).optional(),
  /**
   * By default, pending approvals first, suspended ones last, each by name. The order by figures,
   * last lead and last login may be a few minutes old; the values shown are current.
   */
  sort: z.enum(Object.keys(practiceSorts) as PracticeSort[], "invalid").optional(),
  /** Practices without a value come last either way. */
  order: z.enum(["asc", "desc"], "invalid").optional(),
};

/** `GET /api/admin/clients`; 50 per page */
export const ClientsQuery = z.object({
  ...filters,
  page: whole(1, 100_000).optional(),
  limit: whole(1, 50).optional(),
});
export type ClientsQuery = z.infer<typeof ClientsQuery>;

/** `GET /api/admin/clients/export.csv`: every page of the same list */
export const ClientsExportQuery = z.object(filters);
export type ClientsExportQuery = z.infer<typeof ClientsExportQuery>;

export const ClientList = z.object({
  clients: z.array(ListedClient),
  total: z.int(),
  pages: z.int(),
  /** The packages that practices have, for the filter. */
  packages: z.array(z.string()),
  /** The tags that practices have, for the filter. */
  tags: z.array(z.string()),
});
export type ClientList = z.infer<typeof ClientList>;

/**
 * `GET /api/admin/practice-names`: those that match, by name, for a choice; `chosen` first, whether
 * or not it matches.
 */
export const PracticeNamesQuery = z.object({
  search: line(200).optional(),
  chosen: uuid.optional(),
});
export type PracticeNamesQuery = z.infer<typeof PracticeNamesQuery>;
export const PracticeName = ListedClient.pick({ _id: true, name: true, city: true, state: true });
export type PracticeName = z.infer<typeof PracticeName>;
/** `total`: how many match; at most 50 are listed. */
export const PracticeNames = z.object({ practices: z.array(PracticeName), total: z.int() });
export type PracticeNames = z.infer<typeof PracticeNames>;

// ── One practice ────────────────────────────────────────────────────────────────────────────────

/** The owner's own note about a practice, which the practice never sees. */
export const PracticeNote = z.object({
  _id: uuid,
  text: z.string(),
  /** The owner who wrote it. */
  author: z.string(),
  writtenAt: instant,
  /** Send it back with a change. */
  changedAt: instant,
});
export type PracticeNote = z.infer<typeof PracticeNote>;

/** How many weeks a practice's page counts, with the running one. */
export const practiceWeeks = 12;

/** `GET /api/admin/clients/{id}`; each view is audited */
export const PracticeDetail = ListedClient.extend({
  phone: z.string(),
  address: z.string(),
  address2: z.string(),
  zip: z.string(),
  timeZone: z.string(),
  /** The hours in effect now. */
  hours: OpenHours,
  /**
   * Its last `practiceWeeks` weeks, oldest first, as its reports count them by wall time: the
   * inquiries since each Monday in its time zone.
   */
  weeks: z.array(
    PracticeFigures.pick({ timeDiff: true, median: true }).extend({
      from: z.iso.date(),
      /** All inquiries with a clock, even those that aren't in a bucket yet. */
      inquiries: z.int(),
    }),
  ),
  /** The version of its profile. Send it back with a new name. */
  profileChangedAt: instant,
  /** Where its people log in. */
  loginUrl: z.string(),
  /** The practice's people and open invitations. */
  people: People,
  sources: z.array(Source),
  campaigns: z.array(Campaign),
  alerts: AlertSettings.pick({
    devices: true,
    addresses: true,
    /** The addresses that get alerts while none is chosen. */
    defaultEmail: true,
    hasMail: true,
  }),
  /** Newest first. */
  notes: z.array(PracticeNote),
  /** The tags that any practice has, to choose from. */
  knownTags: z.array(z.string()),
  billing: Billing,
  /** Its own number, and whether its phones ring for new leads. */
  rings: PracticeRings,
  templateSets: PracticeSets,
  /** How many days some of its records are kept. */
  retention: PracticeRetention,
  /** The latest changes and who made them, from the audit log, without logins and views. */
  latestChanges: z.array(AuditEntry.pick({ _id: true, at: true, action: true, who: true })),
});
export type PracticeDetail = z.infer<typeof PracticeDetail>;

/** How long an ended practice can be restored, and how long before its erasure the owners are told. */
export const endedDays = 30;
export const erasureNoticeDays = 3;

/** When an ended practice is erased. */
export function erasureOf(endedAt: Date | string): Date {
  return new Date(new Date(endedAt).getTime() + endedDays * dayMs);
}

/** `POST /api/admin/clients/{id}/ending`. 422 `mismatch` unless it is the practice's name. */
export const PracticeEnding = z.object({ name: requiredLine(200) });
export type PracticeEnding = z.infer<typeof PracticeEnding>;

/** `PATCH /api/admin/clients/{id}`. 409 `stale` when its profile has changed since `changedAt`. */
export const PracticeRename = z.object({ name: practiceName, changedAt: instant });
export type PracticeRename = z.infer<typeof PracticeRename>;

/**
 * `PATCH /api/admin/clients/{id}/tags`. Idempotent: a tag is the same in upper and lower case. 409
 * for more than `mostTags`.
 */
export const PracticeTagChange = z.object({
  tag: requiredLine(tagLimit),
  isRemoved: z.boolean().default(false),
});
export type PracticeTagChange = z.output<typeof PracticeTagChange>;

export const PracticeTags = z.object({ tags: z.array(z.string()), message: z.string() });

export const practiceNoteLimit = 4000;

/** `POST /api/admin/clients/{id}/notes` */
export const NewPracticeNote = z.object({ text: requiredWords(practiceNoteLimit) });

/** `PATCH …/notes/{noteId}`. 409 `stale` when it has changed since `changedAt`. */
export const PracticeNoteChange = NewPracticeNote.extend({ changedAt: instant });
export type PracticeNoteChange = z.infer<typeof PracticeNoteChange>;

export const PracticeNotes = z.object({ notes: z.array(PracticeNote), message: z.string() });

// ── Invitations ─────────────────────────────────────────────────────────────────────────────────

export const Invitation = z.object({
  _id: uuid,
  email: z.string(),
  /** The practice's name in the invitation, or null if it has none. */
  practiceName: z.string().nullable(),
  invitedAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof Invitation>;

/** `GET /api/admin/invitations`: sent, not used and not expired */
export const Invitations = z.object({
  invitations: z.array(Invitation),
  /** The signed-in owner's own code, for registrations without an invitation. */
  admin_id: z.string(),
});
export type Invitations = z.infer<typeof Invitations>;

/** The answer to a change of a practice: what it is now. */
export const ClientChanged = z.object({ client: ListedClient, message: z.string() });

/** `POST /api/admin/invitations` */
export const InvitationRequest = z.object({
  email: emailAddress,
  /** Fills in the registration. The console requires it. */
  practiceName: practiceName.optional(),
});
export type InvitationRequest = z.infer<typeof InvitationRequest>;
