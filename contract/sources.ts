// The sources of leads. The owner connects them, and a practice's managers see their own.
import { z } from "zod";
import { instant, line, requiredLine, uuid, whole, words } from "./fields.ts";
import { maxSearchLength } from "./leads.ts";

/** `form`: a web form. `webhook`: JSON or form-encoded data from any other system. */
export const sourceKinds = ["meta", "google", "form", "webhook"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/**
 * A source's problems, worst first. `unread`: unmapped or rejected submissions need a person's
 * attention. `failing`: the platform rejects our token. `unsubscribed`: the page doesn't send lead
 * notifications. `silent`: no lead for unusually long, judging by the source's own history.
 */
export const sourceProblems = ["unread", "failing", "unsubscribed", "silent"] as const;
export type SourceProblem = (typeof sourceProblems)[number];

/** The states of a source. If there are several problems, the state is the worst one. */
export const sourceStates = ["active", ...sourceProblems, "ended"] as const;
export type SourceState = (typeof sourceStates)[number];

export const sourceLimits = {
  formTitle: 120,
  formIntro: 500,
  name: 200,
  origins: 20,
  address: 2000,
  pointer: 300,
} as const;

// ── Deliveries ──────────────────────────────────────────────────────────────────────────────────

/**
 * The result of a delivery to a source with a key. `known`: it's a duplicate. `spam`: the honeypot
 * was filled in. `unmapped`: no contact details were found in the body.
 */
export const keyedResults = ["lead", "known", "test", "unmapped", "spam", "refused"] as const;

/**
 * The results for all sources, including Meta. `waiting`: the lead hasn't been fetched yet.
 * `no_contact`: the lead has no phone number or email address, and the owner hasn't dismissed this.
 * `dismissed`: the lead couldn't be fetched, and the owner dismissed this.
 */
export const deliveryResults = [...keyedResults, "waiting", "no_contact", "dismissed"] as const;
export type DeliveryResult = (typeof deliveryResults)[number];

/**
 * Why a delivery was rejected. `full`: too many unmapped submissions are stored. `ended`: the
 * agency stopped working for the practice.
 */
export const deliveryReasons = [
  "malformed",
  "too_large",
  "no_person",
  "no_id",
  "wrong_key",
  "too_many",
  "full",
  "ended",
  "failed",
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

export const SourceDelivery = z.object({
  /** The delivery's id, which is a UUID or, for Meta, the platform's lead id. */
  _id: z.string(),
  receivedAt: instant,
  result: z.enum(deliveryResults),
  /**
   * Why the delivery was rejected. Set only if the result is `refused`, for a source with a key.
   */
  reason: z.enum(deliveryReasons).nullable(),
  /** Meta's own reason why a lead couldn't be imported. */
  problem: z.string().nullable(),
  /** The lead that the delivery became or, for a duplicate, the existing lead. */
  lead: uuid.nullable(),
  mayReplay: z.boolean(),
});
export type SourceDelivery = z.infer<typeof SourceDelivery>;

/** The id of a delivery, which is a UUID or a platform's id. */
export const deliveryId = z.string().regex(/^[\w-]{1,40}$/, "invalid");

/** Newest first, 50 per page. */
export const DeliveriesQuery = z.object({ cursor: deliveryId.optional() });
/**
 * The query for owners. `lead` makes the list start at this lead's newest delivery, if there is
 * one. `search` limits it to deliveries of people whose name, email address or phone number has
 * these words. Each request searches a thousand deliveries, so a page may be short or empty and
 * still have a `nextCursor`.
 */
export const OwnersDeliveriesQuery = DeliveriesQuery.extend({
  lead: uuid.optional(),
  search: line(maxSearchLength).optional(),
});
export type OwnersDeliveriesQuery = z.infer<typeof OwnersDeliveriesQuery>;
export const SourceDeliveries = z.object({
  deliveries: z.array(SourceDelivery),
  nextCursor: z.string().nullable(),
});
export type SourceDeliveries = z.infer<typeof SourceDeliveries>;

/** A place in a body, with its value. */
const BodyPlace = z.object({ pointer: z.string(), name: z.string(), sample: z.string() });

/**
 * A delivery with its body. `places` are what a mapping can refer to. For a Meta form, only a
 * delivery that became a lead has them.
 */
export const OpenedDelivery = z.object({
  body: z.string(),
  isCut: z.boolean(),
  places: z.array(BodyPlace),
});
export type OpenedDelivery = z.infer<typeof OpenedDelivery>;

// ── Mapping ─────────────────────────────────────────────────────────────────────────────────────

/**
 * The fields of a mapping. `externalId` is the sender's own id, which makes deliveries idempotent.
 * It's ignored for Google and Meta, whose leads already have an id, and if a web form sends a
 * `submissionId`.
 */
export const mappedFields = [
  "firstName",
  "lastName",
  "fullName",
  "email",
  "phone",
  "message",
  "submittedAt",
  "externalId",
] as const;
export type MappedField = (typeof mappedFields)[number];

/**
 * A JSON Pointer (RFC 6901), such as `/contact/first_name`. An item of a list can also be referred
 * to as `[name]`, by its reference, key or label.
 */
const pointer = line(sourceLimits.pointer).regex(/^(\/([^~/]|~[01])*)+$/, "invalid");

/**
 * A source's field mapping, for the body of a web form or webhook, the answers of a Meta form, or
 * Google's columns (`/user_column_data/` and the column's id or name). It overrides recognized
 * names. A web form's own fields and Google's own columns fill in what it doesn't find.
 */
export const WebhookMapping = z
  .object({
    firstName: pointer.optional(),
    lastName: pointer.optional(),
    fullName: pointer.optional(),
    email: pointer.optional(),
    phone: pointer.optional(),
    message: pointer.optional(),
    submittedAt: pointer.optional(),
    externalId: pointer.optional(),
  } satisfies Record<MappedField, z.ZodType>)
  .refine(
    ({ firstName, lastName, fullName, email, phone }) =>
      [firstName, lastName, fullName, email, phone].some(Boolean),
    { error: "required", path: ["phone"] },
  );
export type WebhookMapping = z.infer<typeof WebhookMapping>;

// ── Hosted form ─────────────────────────────────────────────────────────────────────────────────

/** The fields that a hosted form can ask for in addition to the name. */
export const hostedFormAsks = ["phone", "email", "message"] as const;
export type HostedFormAsk = (typeof hostedFormAsks)[number];

/**
 * The settings of a web form's page on our site. If the title is empty, the practice's name is
 * used.
 */
export const HostedForm = z
  .object({
    title: line(sourceLimits.formTitle),
    intro: words(sourceLimits.formIntro),
    asks: z.array(z.enum(hostedFormAsks)).max(hostedFormAsks.length, "too_long"),
  })
  .refine(({ asks }) => asks.includes("phone") || asks.includes("email"), {
    error: "required",
    path: ["asks"],
  });
export type HostedForm = z.infer<typeof HostedForm>;

/** The default settings. `asks` is always in the order of the form. */
export const usualHostedForm: HostedForm = { title: "", intro: "", asks: [...hostedFormAsks] };

/**
 * The path of hosted forms. A practice can put the URL of its form in its Instagram profile or on a
 * poster.
 */
export const hostedFormPath = "/f";

// ── Sources ─────────────────────────────────────────────────────────────────────────────────────

export const SourceName = requiredLine(sourceLimits.name);

export const Source = z.object({
  _id: uuid,
  practice: z.object({ _id: uuid, name: z.string() }),
  kind: z.enum(sourceKinds),
  name: z.string(),
  state: z.enum(sourceStates),
  /**
   * The number of submissions from the last 90 days that didn't become a lead and weren't
   * dismissed.
   */
  unread: z.int(),
  /** When we received the source's newest inquiry, or null if there is none yet. */
  lastLeadAt: instant.nullable(),
  createdAt: instant,
});
export type Source = z.infer<typeof Source>;

/** A source in the owner's list, with its figures for the last 30 days. */
export const ListedSource = Source.extend({
  /** The number of people who asked, without test leads. */
  recentLeads: z.int(),
  /**
   * The length that 95% of the gaps between leads don't exceed, in business hours, rounded up. Null
   * if there were too few leads, or the source is disconnected.
   */
  usualGapHours: z.int().nullable(),
});
export type ListedSource = z.infer<typeof ListedSource>;

/** What the list can be sorted by, each with its default direction. */
export const sourceSorts = {
  name: "asc",
  practice: "asc",
  kind: "asc",
  state: "asc",
  lastLead: "asc",
  leads: "desc",
} as const;
export type SourceSort = keyof typeof sourceSorts;

const filters = {
  search: line(200).optional(),
  /** Only sources with this problem. `problems`: any problem except unread submissions. */
  only: z.enum(["unread", "problems"]).optional(),
  /**
   * What the list is sorted by, which is practice and name by default. By state, sources with
   * problems come first.
   */
  sort: z.enum(Object.keys(sourceSorts) as SourceSort[], "invalid").optional(),
  /** The sort direction. Sources without a value come last in either direction. */
  order: z.enum(["asc", "desc"], "invalid").optional(),
};

/** `GET /api/admin/sources`: 50 per page. */
export const SourcesQuery = z.object({ ...filters, page: whole(1, 10_000).optional() });
export type SourcesQuery = z.infer<typeof SourcesQuery>;

/** `GET /api/admin/sources/export.csv`: exports all pages of the list. */
export const SourcesExportQuery = z.object(filters);
export type SourcesExportQuery = z.infer<typeof SourcesExportQuery>;

export const Sources = z.object({
  sources: z.array(ListedSource),
  total: z.int(),
  /** The number of pages. */
  pages: z.int(),
});
export type Sources = z.infer<typeof Sources>;

/**
 * `POST /api/admin/sources/{id}/dismissals`: `unread` is the number of submissions that the owner
 * saw.
 */
export const UnreadDismissal = z.object({ unread: z.int().min(0, "out_of_range") });
export type UnreadDismissal = z.infer<typeof UnreadDismissal>;

/**
 * `GET /api/sources/alarm`: counts submissions to a practice's sources that need a person's
 * attention.
 */
export const SourceAlarm = z.object({ unread: z.int() });
export type SourceAlarm = z.infer<typeof SourceAlarm>;

/** `GET /api/sources`: lists a practice's own sources. */
export const OwnSources = z.object({ sources: z.array(Source) });
export type OwnSources = z.infer<typeof OwnSources>;

/** A source, with the values that are needed to set it up on the other side. */
export const SourceDetail = Source.extend({
  /** The URL to which leads are posted, or null for Meta or a disconnected source. */
  url: z.string().nullable(),
  /** The value to enter in the field that Google Ads calls the key. */
  googleKey: z.string().nullable(),
  meta: z
    .object({
      page: z.string(),
      form: z.string(),
      /** Whether there is a token, either the source's own or the agency's. */
      hasToken: z.boolean(),
      /** Whether the source uses the agency's token, because it doesn't have its own. */
      usesAgencyToken: z.boolean(),
      /** When the form's leads were last fetched, or null if they never were. */
      fetchedAt: instant.nullable(),
    })
    .nullable(),
  /**
   * The gaps between leads in the last 30 days, in business hours, rounded up. 95% of the gaps are
   * at most `usual`, and the source counts as silent after `silentAfter`. Null if there were too
   * few leads.
   */
  gapHours: z.object({ usual: z.int(), silentAfter: z.int() }).nullable(),
  /** The source's problems, with the worst first. */
  problems: z.array(z.object({ kind: z.enum(sourceProblems), since: instant })),
  /**
   * Since when submissions without a lead have exceeded the storage limit, or null if all are
   * stored.
   */
  notKeptSince: instant.nullable(),
  thanksUrl: z.string().nullable(),
  allowedOrigins: z.array(z.string()),
  mapping: WebhookMapping.nullable(),
  /** The campaign of leads whose ad is unknown, or null if there is none. */
  campaign: uuid.nullable(),
  /**
   * The practice's campaigns from which to choose: the current one, and those that haven't ended.
   */
  campaigns: z.array(z.object({ _id: uuid, name: z.string() })),
  /** The web form's page on our site. Null for other kinds and for disconnected sources. */
  hostedForm: z.object({ url: z.string(), settings: HostedForm }).nullable(),
  /** The source's version, which is when its settings last changed. */
  changedAt: instant,
});
export type SourceDetail = z.infer<typeof SourceDetail>;

const webAddress = z
  .url({ protocol: /^https?$/, error: "not_a_web_address" })
  .max(sourceLimits.address, "too_long");

/**
 * An origin as browsers send it in the `Origin` header, without a path or even a trailing slash.
 */
const webOrigin = webAddress.refine(
  (text) => URL.canParse(text) && new URL(text).origin === text,
  "not_an_origin",
);
const allowedOrigins = z.array(webOrigin).max(sourceLimits.origins, "too_long");

const platformDigits = line(30).regex(/^\d{1,30}$/, "not_digits");
const pageToken = requiredLine(1000);

/** `POST /api/admin/sources` */
export const NewSource = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("meta"),
    client: uuid,
    name: SourceName,
    page: platformDigits,
    form: platformDigits,
    pageToken: pageToken.optional(),
  }),
  z.object({ kind: z.literal("google"), client: uuid, name: SourceName }),
  z.object({ kind: z.literal("form"), client: uuid, name: SourceName }),
  z.object({ kind: z.literal("webhook"), client: uuid, name: SourceName }),
]);
export type NewSource = z.infer<typeof NewSource>;

/**
 * `POST /api/admin/meta-pages`: returns the pages that a token can read, with the lead forms of the
 * named page, or of the only one. The token is never returned.
 */
export const MetaLookup = z.object({ pageToken, page: platformDigits.optional() });
export type MetaLookup = z.infer<typeof MetaLookup>;
const MetaThing = z.object({ _id: z.string(), name: z.string() });
export const MetaPages = z.object({
  pages: z.array(MetaThing),
  /** The lead forms, or null if a page must be chosen first. */
  forms: z.array(MetaThing).nullable(),
});
export type MetaPages = z.infer<typeof MetaPages>;

/**
 * `PATCH /api/admin/sources/{id}`: fields that are omitted don't change. A field of another kind of
 * source is `invalid`.
 */
export const SourceChange = z.object({
  name: SourceName.optional(),
  /** One of the practice's campaigns, or null for none. */
  campaign: uuid.nullable().optional(),
  hostedForm: HostedForm.optional(),
  /** The thank-you page, or null for none. */
  thanksUrl: webAddress.nullable().optional(),
  allowedOrigins: allowedOrigins.optional(),
  /** The mapping, or null to recognize fields by their names. */
  mapping: WebhookMapping.nullable().optional(),
  /** A new token, which is never returned. */
  pageToken: pageToken.optional(),
  /** The version that was read. The response is `stale` if there is a newer one. */
  changedAt: instant.optional(),
});
export type SourceChange = z.infer<typeof SourceChange>;

/** `PATCH /api/sources/{id}`: changes what a manager is allowed to change. */
export const OwnSourceChange = SourceChange.pick({ name: true, hostedForm: true, changedAt: true });

export const SourceAnswer = z.object({ source: SourceDetail, message: z.string() });
export type SourceAnswer = z.infer<typeof SourceAnswer>;
