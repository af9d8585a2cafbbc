// The owner's practices: the list, a practice's page, the owner's notes, and invitations.

import { z } from "zod";
import { clientStatuses, practiceName } from "./accounts.ts";
import { AlertSettings } from "./alerts.ts";
import { AuditEntry } from "./audit.ts";
import { Billing, packageLimit } from "./billing.ts";
import { Campaign, Cost } from "./campaigns.ts";
import { dayMs } from "./durations.ts";
import {
  calendarDay,
  emailAddress,
  instant,
  line,
  requiredLine,
  requiredWords,
  uuid,
  whole,
} from "./fields.ts";
import { Figures, PhoneFigures } from "./figures.ts";
import { OpenHours } from "./open-hours.ts";
import { People } from "./people.ts";
import { PracticeRetention } from "./retention.ts";
import { PhoneUsage, PracticeRings } from "./rings.ts";
import { Source, sourceProblems } from "./sources.ts";
import { PracticeSets } from "./template-sets.ts";

// ── The list ────────────────────────────────────────────────────────────────────────────────────

/**
 * The number of UTC days that the figures of the list and of a practice's page cover, including
 * today.
 */
export const practiceFigureDays = 30;

/** A practice's figures for these days, by wall time. */
export const PracticeFigures = z.object({
  /** The number of leads, which equals `leadsCount` in `GET /api/leads/count`. */
  leads: z.int(),
  /** The inquiries in each bucket. Late and uncalled inquiries count in `other`. */
  timeDiff: z.object({ lt10: z.int(), lt60: z.int(), other: z.int() }),
  /** The number of inquiries in `other` that were never called. */
  neverCalled: z.int(),
  /** The median time to the first call. */
  median: Figures.shape.firstCall.shape.half,
});
export type PracticeFigures = z.infer<typeof PracticeFigures>;

/**
 * The steps to set up a new practice. `account`: it's approved and someone has logged in. `source`:
 * one is connected. `testLead`: a source delivered a lead, test or real. `firstCall`: a call has a
 * result. `alerts`: the practice would be notified of a new lead while no screen is open.
 */
export const onboardingSteps = ["account", "source", "testLead", "firstCall", "alerts"] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

export const ListedClient = z.object({
  _id: uuid,
  name: z.string(),
  city: z.string(),
  state: z.string(),
  status: z.enum(clientStatuses),
  /**
   * Whether the email address of the practice's first manager is confirmed, which approval
   * requires.
   */
  isAddressConfirmed: z.boolean(),
  registeredAt: instant,
  approvedAt: instant.nullable(),
  suspendedAt: instant.nullable(),
  /** When the agency stopped working for the practice: see `erasureOf`. */
  endedAt: instant.nullable(),
  /** The last login by anyone at the practice. */
  lastSignedInAt: instant.nullable(),
  figures: PracticeFigures,
  /**
   * The costs of all the practice's campaigns, as in its own reports, for the last
   * `practiceFigureDays` days in its time zone.
   */
  costs: z.object({ perLead: Cost, perBooked: Cost }),
  /** When the newest lead came in that counts in the practice's figures. */
  lastLeadAt: instant.nullable(),
  /**
   * How many leads are waiting for their first call, and since when the longest one has been
   * waiting.
   */
  uncalled: z.int(),
  waitingSince: instant.nullable(),
  /** The problems of the practice's sources, with the worst first. */
  sourceProblems: z.array(z.enum(sourceProblems)),
  /**
   * Whether the practice is open but wouldn't notice a lead, because it has no open screen and no
   * working alert channel.
   */
  isUnreachable: z.boolean(),
  /** The package that was agreed on. Empty if nothing is agreed. */
  package: z.string(),
  /** The monthly fee, or null if none is agreed. */
  feeCents: z.int().nullable(),
  nextInvoiceOn: calendarDay.nullable(),
  /** The sum of the invoices that aren't paid. */
  unpaidCents: z.int(),
  /** The owner's own tags for the practice, in alphabetical order. Its people never see them. */
  tags: z.array(z.string()),
  /** The onboarding steps that are done. */
  steps: z.array(z.enum(onboardingSteps)),
});
export type ListedClient = z.infer<typeof ListedClient>;

/**
 * What the list can be sorted by. Each has a default direction, in which the worst practices come
 * first.
 */
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

/**
 * What needs attention: a source with a problem, no working alert channel, an open onboarding step,
 * a lead that is waiting for a call, an invoice that is due today or earlier, one that isn't paid,
 * last month's report, which is sent neither by hand nor on the first, or a number that phone
 * companies may label as spam.
 */
export const practiceNeeds = [
  ...(["sources", "alerts", "setup", "calls"] as const),
  ...(["invoice", "payment", "report", "number"] as const),
] as const;
export type PracticeNeed = (typeof practiceNeeds)[number];

/** The maximum length of a tag, and the maximum number of tags per practice. */
export const tagLimit = 24;
export const mostTags = 10;

/**
 * The filter for late inquiries: at least this percentage of the practice's inquiries were late.
 */
export const lateShares = ["10", "25", "50"] as const;

const filters = {
  /** Searches a practice's name, its city, and its people's login emails. */
  search: line(200).optional(),
  status: z.enum(clientStatuses, "invalid").optional(),
  late: z.enum(lateShares, "invalid").optional(),
  needs: z.enum(practiceNeeds, "invalid").optional(),
  /** Only practices with exactly this package, or `none` for practices without a package. */
  package: line(packageLimit).optional(),
  /** Only practices with exactly this tag. */
  tag: line(tagLimit).optional(),
  /**
   * What the list is sorted by. By default, pending approvals come first and suspended practices
   * last, each by name. The order by figures, last lead or last login may be a few minutes old, but
   * the values that are shown are current.
   */
  sort: z.enum(Object.keys(practiceSorts) as PracticeSort[], "invalid").optional(),
  /** The sort direction. Practices without a value come last in either direction. */
  order: z.enum(["asc", "desc"], "invalid").optional(),
};

/** `GET /api/admin/clients`: 50 per page. */
export const ClientsQuery = z.object({
  ...filters,
  page: whole(1, 100_000).optional(),
  limit: whole(1, 50).optional(),
});
export type ClientsQuery = z.infer<typeof ClientsQuery>;

/** `GET /api/admin/clients/export.csv`: exports all pages of the list. */
export const ClientsExportQuery = z.object(filters);
export type ClientsExportQuery = z.infer<typeof ClientsExportQuery>;

export const ClientList = z.object({
  clients: z.array(ListedClient),
  total: z.int(),
  pages: z.int(),
  /** All packages that practices have, for the filter. */
  packages: z.array(z.string()),
  /** All tags that practices have, for the filter. */
  tags: z.array(z.string()),
});
export type ClientList = z.infer<typeof ClientList>;

/**
 * `GET /api/admin/practice-names`: returns matching practices by name, for a form in which one is
 * chosen. `chosen` comes first, even if it doesn't match.
 */
export const PracticeNamesQuery = z.object({
  search: line(200).optional(),
  chosen: uuid.optional(),
});
export type PracticeNamesQuery = z.infer<typeof PracticeNamesQuery>;
export const PracticeName = ListedClient.pick({ _id: true, name: true, city: true, state: true });
export type PracticeName = z.infer<typeof PracticeName>;
/** The matching practices. `total` is their number, and at most 50 are listed. */
export const PracticeNames = z.object({ practices: z.array(PracticeName), total: z.int() });
export type PracticeNames = z.infer<typeof PracticeNames>;

// ── One practice ────────────────────────────────────────────────────────────────────────────────

/** The owner's own note about a practice. The practice never sees it. */
export const PracticeNote = z.object({
  _id: uuid,
  text: z.string(),
  /** The name of the owner who wrote the note. */
  author: z.string(),
  writtenAt: instant,
  /** The note's version. Send it back with a change. */
  changedAt: instant,
});
export type PracticeNote = z.infer<typeof PracticeNote>;

/** The number of weeks that a practice's page shows, including the current week. */
export const practiceWeeks = 12;

/** `GET /api/admin/clients/{id}`: each view is audited. */
export const PracticeDetail = ListedClient.extend({
  phone: z.string(),
  address: z.string(),
  address2: z.string(),
  zip: z.string(),
  timeZone: z.string(),
  /** The business hours that are in effect now. */
  hours: OpenHours,
  /**
   * The practice's last `practiceWeeks` weeks, oldest first, counted by wall time as in its
   * reports. Weeks start on Monday in its time zone.
   */
  weeks: z.array(
    PracticeFigures.pick({ timeDiff: true, median: true }).extend({
      from: z.iso.date(),
      /** The number of inquiries with a clock, including those that aren't in a bucket yet. */
      inquiries: z.int(),
    }),
  ),
  /** The version of the practice's profile. Send it back with a new name. */
  profileChangedAt: instant,
  /** The URL where the practice's people log in. */
  loginUrl: z.string(),
  /** The practice's people and open invitations. */
  people: People,
  sources: z.array(Source),
  campaigns: z.array(Campaign),
  alerts: AlertSettings.pick({
    devices: true,
    addresses: true,
    /** The email addresses that get alerts until an address is chosen. */
    defaultEmail: true,
    hasMail: true,
  }),
  /** Newest first. */
  notes: z.array(PracticeNote),
  /** The tags of all practices, to choose from. */
  knownTags: z.array(z.string()),
  billing: Billing,
  /** The practice's own number, and whether its phones ring for new leads. */
  rings: PracticeRings,
  /** As in the practice's own reports, for the last `practiceFigureDays` days. */
  phoneFigures: PhoneFigures,
  /** The months with any use, newest first. */
  phoneUsage: z.array(PhoneUsage),
  templateSets: PracticeSets,
  /** The number of days that some of the practice's records are stored. */
  retention: PracticeRetention,
  /** The latest changes from the audit log, without logins and views, and who made them. */
  latestChanges: z.array(AuditEntry.pick({ _id: true, at: true, action: true, who: true })),
});
export type PracticeDetail = z.infer<typeof PracticeDetail>;

/**
 * How many days an ended practice can be restored, and how many days before its erasure the owners
 * are notified.
 */
export const endedDays = 30;
export const erasureNoticeDays = 3;

/** When an ended practice is erased. */
export function erasureOf(endedAt: Date | string): Date {
  return new Date(new Date(endedAt).getTime() + endedDays * dayMs);
}

/**
 * `POST /api/admin/clients/{id}/ending`. Returns 422 `mismatch` unless `name` is the practice's
 * name.
 */
export const PracticeEnding = z.object({ name: requiredLine(200) });
export type PracticeEnding = z.infer<typeof PracticeEnding>;

/**
 * `PATCH /api/admin/clients/{id}`. Returns 409 `stale` if the profile has changed since
 * `changedAt`.
 */
export const PracticeRename = z.object({ name: practiceName, changedAt: instant });
export type PracticeRename = z.infer<typeof PracticeRename>;

/**
 * `PATCH /api/admin/clients/{id}/tags`: adding and removing tags is idempotent, and case doesn't
 * distinguish tags. Returns 409 for more than `mostTags`.
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

/** `PATCH …/notes/{noteId}`. Returns 409 `stale` if the note has changed since `changedAt`. */
export const PracticeNoteChange = NewPracticeNote.extend({ changedAt: instant });
export type PracticeNoteChange = z.infer<typeof PracticeNoteChange>;

export const PracticeNotes = z.object({ notes: z.array(PracticeNote), message: z.string() });

// ── Invitations ─────────────────────────────────────────────────────────────────────────────────

export const Invitation = z.object({
  _id: uuid,
  email: z.string(),
  /** The practice's name in the invitation, or null if the invitation has none. */
  practiceName: z.string().nullable(),
  invitedAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof Invitation>;

/** `GET /api/admin/invitations`: lists sent invitations that are neither used nor expired. */
export const Invitations = z.object({
  invitations: z.array(Invitation),
  /** The code of the owner who is logged in, for registrations without an invitation. */
  admin_id: z.string(),
});
export type Invitations = z.infer<typeof Invitations>;

/** The response to a change, with the practice's new state. */
export const ClientChanged = z.object({ client: ListedClient, message: z.string() });

/** `POST /api/admin/invitations` */
export const InvitationRequest = z.object({
  email: emailAddress,
  /** The practice's name, which is filled in on the registration form. The console requires it. */
  practiceName: practiceName.optional(),
  /** The template set that the practice gets when it registers. */
  templateSet: uuid.optional(),
});
export type InvitationRequest = z.infer<typeof InvitationRequest>;
