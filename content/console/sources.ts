// Where leads come from: the console's sources, and a practice's own.
import type {
  DeliveryReason,
  DeliveryResult,
  MappedField,
  SourceKind,
  SourceProblem,
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
  failing: "Token refused",
  unsubscribed: "Not subscribed",
  silent: "Unusually quiet",
  ended: "Ended",
};

export const deliveryResultNames: Record<DeliveryResult, string> = {
  lead: "Lead",
  known: "Received before",
  test: "Test lead",
  unmapped: "No person found",
  spam: "Spam",
  refused: "Refused",
  waiting: "Waiting for Meta",
};

export const deliveryReasonNames: Record<DeliveryReason, string> = {
  malformed: "We couldn’t read it.",
  too_large: "It was too long.",
  no_person: "There was no name, phone number or email address in it.",
  no_id: "It had no lead_id.",
  wrong_key: "The key was wrong.",
  too_many: "This person sent the form too often.",
  full: "Too many wait for you to choose where the person is. Choose it, and try them again.",
  failed: "Something went wrong on our side.",
};

export const mappedFieldNames: Record<MappedField, string> = {
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  email: "Email",
  phone: "Phone",
  message: "Message",
  submittedAt: "Time sent",
  externalId: "ID that’s different for each lead",
};

export const sourceWords = {
  count: (total: number) => (total === 1 ? "1 source" : `${total} sources`),
  none: "No sources yet. Connect one, and its leads appear on the practice’s lead desk.",
  noMatch: "No sources match.",
  filter: "Filter",
  search: "Practice or source",
  find: "Find",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  newer: "Previous",
  older: "Next",
  lastLead: (when: string) => `Last lead ${when}`,
  noLead: "No leads yet",

  connect: "Connect a source",
  kind: "What sends the leads",
  practice: "Practice",
  choosePractice: "Choose a practice",
  name: "Name",
  nameHelp: "The front desk sees this name on each lead.",
  metaPage: "Page ID",
  metaForm: "Form ID",
  pageToken: "Page access token",
  pageTokenHelp: "You can add it later. We never show it again.",
  add: "Connect",

  lookUp: "Look up pages",
  lookingUp: "Looking up…",
  lookUpHelp: "We ask Meta which pages this token can read. Or type the IDs below.",
  needsToken: "Paste a page access token first.",
  choosePage: "Choose a page",
  chooseForm: "Choose a form",
  chosenPage: "Page",
  chosenForm: "Lead form",
  noForms: "This page has no lead forms.",
  typeIds: "Type the IDs instead",
  backfillHelp:
    "We also import the form’s leads of the last 90 days. Those from before now have no clock, and no one is alerted.",

  rename: "Name",
  save: "Save",
  setUp: "Set it up",
  ended: "This source has ended. It doesn’t take any more leads.",
  copy: "Copy",
  copyOf: (what: string) => `Copy ${what}`,
  copied: (what: string) => `${what} copied.`,
  notCopied: "Your browser didn’t let us copy it. Select the text and copy it yourself.",
  formUrl: "Form address",
  formHtml: "HTML for the web page",
  formHelp: "Paste this into the practice’s web page, and change its fields and words as you like.",
  googleUrl: "Webhook URL",
  googleKey: "Key",
  googleHelp:
    "In Google Ads, open the lead form, then Export leads from Google Ads and Other data integration options. Paste both, and press Send test data.",
  webhookUrl: "Webhook URL",
  webhookHelp:
    "The other system posts JSON here. We look for a name, a phone number and an email address, or you choose where they are.",
  metaIds: (page: string, form: string) => `Page ${page}, form ${form}.`,
  hasToken: "A page access token is saved.",
  noToken: "There’s no page access token yet, so no lead can be fetched.",
  newToken: "New page access token",
  saveToken: "Save token",

  problems: "What’s wrong",
  problem: {
    failing: (since: string) =>
      `Meta has refused the page access token since ${since}. Save a new one below. Until then we keep new leads waiting.`,
    unsubscribed: (since: string) =>
      `The page hasn’t announced its leads to us since ${since}. We look for them every 15 minutes instead.`,
    silent: (since: string) =>
      `Unusually quiet: noticed ${since}. Check that its ads are running and its form works.`,
  } satisfies Record<SourceProblem, (since: string) => string>,
  subscribe: "Subscribe",

  settings: "Web pages",
  thanksUrl: "Thank-you page",
  thanksHelp: "Where a visitor goes after the form. Leave it empty for ours.",
  origins: "Pages that may have the form",
  originsHelp: "One address a line, such as https://example.com. Leave it empty for any page.",

  sendTest: "Send a test lead",
  sendTestHelp: "It’s marked as a test on the lead desk, and no one is alerted.",
  metaTest: "To try it out, use Meta’s Lead Ads Testing Tool.",
  changeKey: "Change key",
  askChangeKey: "Change the key?",
  changeKeyMeans:
    "The old address stops working right now. Until the new one is in place, leads from this source are refused.",
  end: "End source",
  askEnd: (name: string) => `End ${name}?`,
  endMeans: "It won’t take any more leads, and you can’t undo this. Its leads stay.",

  deliveries: "Recent deliveries",
  noDeliveries: "Nothing in the last 90 days.",
  open: "Show what was sent",
  opened: "The audit log shows that you opened it.",
  cut: "It was too long to keep. This is the beginning.",
  emptyBody: "It’s been deleted.",
  replay: "Try again",
  replayAt: (when: string) => `Try again, received ${when}`,
  toLead: "Show lead",

  mapping: "Where is the person?",
  mappingHelp: "Choose where each part is. What you don’t choose becomes an answer on the lead.",
  mappingFrom: (when: string) => `From what was sent ${when}.`,
  noPlaces: "Send something to the address first. Then choose here where each part is.",
  guess: "Not chosen",
  place: (name: string, sample: string) => `${name}: ${sample}`,
  placeGone: (pointer: string) => `${pointer} (not in this one)`,
  choose: "Choose where it is",
  saveMapping: "Save",
  forget: "Go back to guessing",
  guessed: "Nothing chosen: we look for obvious names.",
  chosen: "Your choices apply to everything it sends from now on.",
} as const;

/** The settings of a web form's page on our own site. */
export const hostedFormSettings = {
  name: "Our page with the form",
  url: "Page address",
  help: "No web page of your own? Link to ours, for example from Instagram or a poster.",
  title: "Title",
  titleHelp: "Leave it empty for the practice’s name.",
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
  connected: "Connected. Set up the other side next.",
  saved: "Saved.",
  keyChanged: "The key has changed. Set up the other side again.",
  ended: "The source has ended.",
  subscribed: "Subscribed. Meta announces this page’s leads again.",
  notMeta: "Only a Meta form that hasn’t ended can be subscribed.",
  noPages: "This token can’t read any page. It needs access to the page and its leads.",
  testSent: "The test lead is on the lead desk.",
  replayed: {
    lead: "It’s a lead now.",
    test: "It’s a test lead now.",
    known: "This lead had been received before.",
    unmapped: "There’s still no person in it.",
    spam: "It’s spam.",
    refused: "It was refused again.",
    waiting: "We’re fetching it again.",
  } satisfies Record<DeliveryResult, string>,
} as const;

/** Fictional; the field names are those of a web form. */
export const testLead = {
  firstName: "Test",
  lastName: "Lead",
  email: "test.lead@example.com",
  phone: "(813) 555-0100",
  message: "This is a test lead.",
} as const;

/** A web form for a practice's page. `website_url` stays empty: people don't see it, bots fill it in. */
export const formSnippet = (url: string) => `<form method="post" action="${url}">
  <p><label>Name <input name="name" autocomplete="name" required></label></p>
  <p><label>Phone <input name="phone" type="tel" autocomplete="tel" required></label></p>
  <p><label>Email <input name="email" type="email" autocomplete="email"></label></p>
  <p><label>How can we help? <textarea name="message"></textarea></label></p>
  <input name="website_url" tabindex="-1" autocomplete="off" aria-hidden="true" style="display:none">
  <button>Send</button>
</form>`;
