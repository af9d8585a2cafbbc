// Where leads come from, for the console's sources and a practice's own sources.
import type {
  DeliveryReason,
  DeliveryResult,
  MappedField,
  SourceKind,
  SourceProblem,
  SourceSort,
  SourceState,
} from "#contract/sources.ts";

export const sourceKindNames: Record<SourceKind, string> = {
  meta: "Meta lead form",
  google: "Google lead form",
  form: "Web form",
  webhook: "Webhook",
};

export const sourceStateNames: Record<SourceState, string> = {
  active: "Active",
  unread: "Needs you",
  failing: "Token rejected",
  unsubscribed: "Not subscribed",
  silent: "Unusually quiet",
  ended: "Disconnected",
};

/** The columns of the list by which it can be sorted. */
export const sourceSortNames: Record<SourceSort, string> = {
  name: "Source",
  practice: "Practice",
  kind: "Type",
  state: "Status",
  lastLead: "Last lead",
  leads: "Leads, 30 days",
};

/** The columns of the exported file, in order. */
export const sourceColumns = {
  name: "Source",
  practice: "Practice",
  kind: "Type",
  state: "Status",
  unread: "Submissions that need you",
  lastLeadAt: "Last lead",
  recentLeads: "Leads, 30 days",
  usualGapHours: "Usual gap (business hours)",
  createdAt: "Connected",
} as const;

const hours = (count: number) => (count === 1 ? "1 business hour" : `${count} business hours`);

export const deliveryResultNames: Record<DeliveryResult, string> = {
  lead: "Lead",
  known: "Already received",
  test: "Test lead",
  unmapped: "No person found",
  no_contact: "A lead without a phone number or email",
  spam: "Spam",
  refused: "Rejected",
  waiting: "Waiting for Meta",
  dismissed: "Rejected and dismissed",
};

export const deliveryReasonNames: Record<DeliveryReason, string> = {
  malformed: "We couldn’t read it.",
  too_large: "It was too long.",
  no_person: "There was no name, phone number or email address in it.",
  no_id: "It had no lead_id.",
  wrong_key: "The key was wrong.",
  too_many: "This person sent the form too many times.",
  full: "Too many leads are waiting for you to match the fields. Do that first, then try them again.",
  ended: "The practice has ended. Restore it, then try again.",
  failed: "Something went wrong on our end.",
};

export const mappedFieldNames: Record<MappedField, string> = {
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  email: "Email",
  phone: "Phone",
  message: "Message",
  submittedAt: "Time submitted",
  externalId: "Unique lead ID",
};

export const sourceWords = {
  count: (total: number) => (total === 1 ? "1 source" : `${total} sources`),
  none: "No sources yet. Connect one, and its leads will show up on the practice’s lead desk.",
  noMatch: "No sources match.",
  search: "Practice or source",
  only: "Show",
  anyState: "All",
  onlyNames: { unread: "Submissions that need you", problems: "Other problems" },
  lastLead: (when: string) => `Last lead ${when}`,
  /** Both durations are in business hours. */
  gap: (usual: number, silentAfter: number) =>
    `Usually no more than ${hours(usual)} between leads. After ${hours(silentAfter)} without one, we’ll email you.`,
  noLead: "No leads yet",
  sort: "Sort by",
  usualOrder: "Practice and name",
  usualGap: "Usual gap",
  upTo: (usual: number) => `Up to ${hours(usual)}`,

  connect: "Connect a source",
  kind: "Source type",
  practice: "Practice",
  choosePractice: "Choose a practice",
  name: "Name",
  nameHelp: "The front desk sees this name on each lead.",
  metaPage: "Page ID",
  metaForm: "Form ID",
  pageToken: "Page access token",
  pageTokenHelp: "You can add it later. Once you save it, it’s never shown again.",
  add: "Connect",

  lookUp: "Look up pages",
  lookingUp: "Looking up…",
  lookUpHelp: "We’ll ask Meta which pages this token can read. Or type the IDs below.",
  needsToken: "Paste a page access token first.",
  choosePage: "Choose a page",
  chooseForm: "Choose a form",
  chosenPage: "Page",
  chosenForm: "Lead form",
  noForms: "This page has no lead forms.",
  typeIds: "Type the IDs instead",
  backfillHelp:
    "We’ll also import the form’s leads from the last 90 days. Those aren’t timed, and no one is alerted about them.",

  rename: "Name",
  save: "Save",
  setUp: "Set it up",
  ended: "This source is disconnected. It doesn’t take any more leads.",
  copy: "Copy",
  copyOf: (what: string) => `Copy ${what}`,
  copied: (what: string) => `${what} copied.`,
  notCopied: "Your browser didn’t let us copy it. Select the text and copy it yourself.",
  formUrl: "Form URL",
  formHtml: "HTML for the web page",
  formHelp:
    "Paste this into the practice’s web page, and change the fields and wording as you like. On a Spanish page, add a hidden field named “language” with the value “es”.",
  googleUrl: "Webhook URL",
  googleKey: "Key",
  googleHelp:
    "In Google Ads, open the lead form. Go to Export leads from Google Ads, then Other data integration options. Paste both values, then press Send test data.",
  webhookUrl: "Webhook URL",
  webhookHelp:
    "The other system posts JSON here. We look for a name, a phone number and an email address, or you can choose where they are.",
  metaIds: (page: string, form: string) => `Page ${page}, form ${form}.`,
  hasToken: "A page access token is saved.",
  agencyToken: "This source doesn’t have its own page access token, so it uses the agency’s.",
  /** The time follows this text. */
  fetched: "Leads were last fetched",
  neverFetched: "Nothing has been fetched with it yet, so we don’t know if it works.",
  noToken: "There’s no page access token yet, so we can’t fetch any leads.",
  newToken: "New page access token",
  saveToken: "Save token",

  problems: "What’s wrong",
  problem: {
    unread: (since: string, isMeta = false) =>
      isMeta
        ? `Leads since ${since} have no phone number or email address. If the form asks for one, choose its question below, so that later leads have it. Then dismiss these.`
        : `Submissions since ${since} didn’t become leads. Open each one below. If a person is in it, choose the fields if needed and press “Try again”. Dismiss the rest.`,
    failing: (since: string) =>
      `Meta has rejected the page access token since ${since}. Save a new one below. Until then, we’ll hold on to new leads.`,
    unsubscribed: (since: string) =>
      `Meta hasn’t told us about this page’s leads since ${since}. We check for new ones every 15 minutes instead.`,
    silent: (since: string) =>
      `Unusually quiet (noticed ${since}). Check that its ads are running and its form works.`,
  } satisfies Record<SourceProblem, (since: string) => string>,
  notKept: (since: string) =>
    `Since ${since}, more than 50 came within an hour. We kept no more than that, and told the sender that the rest didn’t arrive.`,
  subscribe: "Subscribe",
  dismiss: "Dismiss all",
  needYou: (count: number) => (count === 1 ? "1 needs you" : `${count} need you`),

  campaign: "Campaign",
  campaignHelp:
    "For leads whose form doesn’t say which ad brought them. A form that passes on utm_campaign or gclid counts for that campaign.",
  noCampaign: "None",

  settings: "Web pages",
  thanksUrl: "Thank-you page",
  thanksHelp: "Where visitors go after they send the form. Leave blank to use ours.",
  origins: "Sites that can use the form",
  originsHelp: "One address per line, such as https://example.com. Leave blank to allow any site.",

  sendTest: "Send a test lead",
  sendTestHelp: "It’s marked as a test on the lead desk, and no one is alerted.",
  metaTest: "To try it out, use Meta’s Lead Ads Testing Tool.",
  changeKey: "Change key",
  askChangeKey: "Change the key?",
  changeKeyMeans:
    "The old address stops working right away. Until the new one is in place, leads from this source are rejected.",
  end: "Disconnect source",
  askEnd: (name: string) => `Disconnect ${name}?`,
  endMeans:
    "It won’t take any more leads until you connect it again, which gives it a new key if it has one. The leads it has brought in stay.",
  reconnect: "Connect again",
  reconnectOf: (name: string) => `Connect ${name} again`,
  askReconnect: (name: string) => `Connect ${name} again?`,
  reconnectMeans:
    "It gets a new key, so no one can send leads to the old address. Until the new one is in place, leads from this source are rejected.",
  reconnectMeansOfMeta: "We’ll also fetch the leads it missed in the last 90 days.",

  deliveries: "Recent submissions",
  newestDeliveries: "Show the newest",
  noDeliveries: "Nothing in the last 90 days.",
  searchPeople: "Find a person",
  searchPeopleHint: "Name, email or phone",
  searchAudited: "The audit log shows that you searched, but not for whom.",
  noSubmission: "No submissions match.",
  noMatchYet: "None of the newest submissions match.",
  open: "Show what was sent",
  opened: "The audit log shows that you opened it.",
  cut: "It was too long to keep in full. This is the beginning.",
  emptyBody: "It’s been deleted.",
  replay: "Try again",
  replayAt: (when: string) => `Try again, received ${when}`,
  toLead: "Show lead",

  mapping: "Match the fields",
  mappingHelp:
    "Choose where to find each of these. Anything you don’t choose becomes an answer on the lead.",
  idHelp:
    "Choose the submission’s own number. A contact’s number works only for people who write something new.",
  mappingFrom: (when: string) => `Based on what was sent ${when}.`,
  noPlaces: "Send something to this source first. Then you can match the fields here.",
  guess: "Not chosen",
  place: (name: string, sample: string) => `${name}: ${sample}`,
  placeGone: (pointer: string) => `${pointer} (not in this submission)`,
  choose: "Match fields",
  saveMapping: "Save",
  forget: "Detect fields automatically",
  guessed: "No fields matched yet, so we look for common field names.",
  chosen: "Your choices apply to everything it sends from now on.",
} as const;

/** The settings of a hosted form, which is a web form's page on our own site. */
export const hostedFormSettings = {
  name: "Hosted form page",
  url: "Page URL",
  spanishUrl: "Spanish page URL",
  help: "No web page of your own? Link to ours, for example from Instagram or a poster. Leads from the Spanish page are marked as Spanish. The title and introduction aren’t translated.",
  title: "Title",
  titleHelp: "Leave blank to use the practice’s name.",
  intro: "Introduction",
  reach: "Asks for",
  reachBy: {
    "phone email": "Phone and email",
    phone: "Phone",
    email: "Email",
  },
  message: "Asks how the practice can help",
  yes: "Yes",
  no: "No",
} as const;

export const sourceMessages = {
  connected: "Connected. Next, set up the other end.",
  saved: "Saved.",
  keyChanged: "The key has changed. Update it on the other end, too.",
  ended: "Source disconnected.",
  reconnected: "Connected again, with a new key. Update it on the other end, too.",
  reconnectedMeta: "Connected again. We’re fetching the leads it missed.",
  subscribed: "Subscribed. Meta will tell us about this page’s leads again.",
  notMeta: "You can only subscribe Meta forms that are still connected.",
  noPages: "This token can’t read any pages. It needs access to the page and its leads.",
  dismissed: "Dismissed. They stay in the list below for 90 days.",
  testSent: "The test lead is on the lead desk.",
  replayed: {
    lead: "It’s a lead now.",
    test: "It’s a test lead now.",
    known: "We’d already received this lead.",
    unmapped: "There’s still no name, phone number or email address in it.",
    spam: "It’s spam.",
    refused: "It was rejected again.",
    waiting: "We’re fetching it again.",
    no_contact: "It’s a lead without a phone number or email.",
    dismissed: "It was dismissed.",
  } satisfies Record<DeliveryResult, string>,
} as const;

/** A fictional lead. Its field names are those of a web form. */
export const testLead = {
  firstName: "Test",
  lastName: "Lead",
  email: "test.lead@example.com",
  phone: "(813) 555-0100",
  message: "This is a test lead.",
} as const;

/**
 * Returns the HTML of a web form for a practice's page. People can't see `website_url`, so they
 * leave it empty, and only bots fill it in.
 */
export const formSnippet = (url: string) => `<form method="post" action="${url}">
  <p><label>Name <input name="name" autocomplete="name" required></label></p>
  <p><label>Phone <input name="phone" type="tel" autocomplete="tel" required></label></p>
  <p><label>Email <input name="email" type="email" autocomplete="email"></label></p>
  <p><label>How can we help? <textarea name="message"></textarea></label></p>
  <input name="website_url" tabindex="-1" autocomplete="off" aria-hidden="true" style="display:none">
  <button>Send</button>
</form>`;
