// The search "Find anything" in the owner's console, which searches all practices for one text.
import { z } from "zod";
import { campaignPlatforms } from "./campaigns.ts";
import { contactRequestStates } from "./contact-request-work.ts";
import { instant, line, uuid } from "./fields.ts";
import { LeadState, maxSearchLength } from "./leads.ts";
import { roles } from "./roles.ts";
import { keyedResults, sourceKinds } from "./sources.ts";

/**
 * The maximum number of leads in a response. If there are more, the screen asks for a longer search
 * text.
 */
export const maxFoundLeads = 8;

/** The maximum number of results of each other kind. */
export const maxFoundOfKind = 5;

/** How many days back submissions without a lead are searched. Older submissions are deleted. */
export const searchedDays = 90;

/** `GET /api/admin/search`: an empty text finds nothing. */
export const SearchQuery = z.object({ q: line(maxSearchLength).default("") });
export type SearchQuery = z.infer<typeof SearchQuery>;

const Practice = z.object({ _id: uuid, name: z.string() });

export const FoundLead = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The phone number in E.164, or as typed if it isn't valid. */
  phone: z.string(),
  /** When we received the newest inquiry. */
  receivedAt: instant,
  state: LeadState,
  practice: Practice,
  /** The source of the newest inquiry with a source, or null if there is none. */
  source: z.object({ _id: uuid, name: z.string() }).nullable(),
});
export type FoundLead = z.infer<typeof FoundLead>;

/**
 * A submission that didn't become a lead and whose body contains a phone number or email address
 * that was searched for.
 */
export const FoundSubmission = z.object({
  _id: uuid,
  receivedAt: instant,
  result: z.enum(keyedResults),
  practice: Practice,
  source: z.object({ _id: uuid, name: z.string() }),
});
export type FoundSubmission = z.infer<typeof FoundSubmission>;

export const Findings = z.object({
  /** The leads that were found, with the most recently received first. */
  leads: z.array(FoundLead),
  hasMoreLeads: z.boolean(),
  submissions: z.array(FoundSubmission),
  people: z.array(
    z.object({
      _id: uuid,
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      practice: Practice,
    }),
  ),
  contactRequests: z.array(
    z.object({
      _id: uuid,
      name: z.string(),
      email: z.string(),
      receivedAt: instant,
      state: z.enum(contactRequestStates),
    }),
  ),
  practices: z.array(Practice.extend({ city: z.string(), state: z.string() })),
  campaigns: z.array(
    z.object({
      _id: uuid,
      name: z.string(),
      platform: z.enum(campaignPlatforms),
      practice: Practice,
    }),
  ),
  sources: z.array(
    z.object({ _id: uuid, name: z.string(), kind: z.enum(sourceKinds), practice: Practice }),
  ),
});
export type Findings = z.infer<typeof Findings>;
