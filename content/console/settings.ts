// The console's settings screen, and the API's messages.
import { site } from "#content/site.ts";
import type { SettingOrigin, TestedPart } from "#contract/settings.ts";

type Bounds = { min: number; max: number };

export const settingsWords = {
  contents: "On this page",
  sections: {
    agency: "Agency",
    mail: "Mail",
    captcha: "Captcha",
    meta: "Meta app",
    googleAds: "Google Ads",
    texts: "Text messages",
    push: "Push notifications",
    site: "Marketing site",
    calls: "Booked calls",
    calendar: "Your calendar",
    replies: "Replies",
    replyTemplates: "Reply templates",
  },
  about:
    "Changes you make here take effect right away, without a restart. The audit log records every change.",
  origins: {
    machine: "Set in the environment",
    screen: "Set here",
    default: "Not set",
  } satisfies Record<SettingOrigin, string>,
  /** `variables` contains the names of the environment variables. */
  onMachine: (variables: string) =>
    `Set in the environment (${variables}). To change it here, remove it there and restart.`,
  save: "Save",
  remove: "Reset to default",
  removeNamed: (part: string) => `Reset to default: ${part}`,
  removeHint: "This deletes what’s saved here, including passwords and keys.",
  removeQuestion: (part: string) => `${part}: reset to default?`,
  cancel: "Cancel",
  test: "Test",
  testing: "Testing…",
  unreadable:
    "SECRET was changed without rotating it, so what’s saved here can’t be read. Enter the passwords and keys again.",
  stored: "Saved. Leave blank to keep it.",
  notStored: "Once you save it, it’s never shown again.",
  isSet: "Saved",
  isNotSet: "Not set",
  agency: {
    about: "These are part of the sites’ content. To change them, run npm run setup, then rebuild.",
    name: "Name",
    email: "Email",
    phone: "Phone",
    hours: "Business hours",
    zone: "Time zone",
    address: "Postal address",
  },
  mail: {
    about:
      "All email goes out through this server. Until you set one up, email waits in the outbox.",
    none: "No mail server yet, so email waits in the outbox.",
    host: "Server",
    hostHelp: "For example, smtp.example.com.",
    port: "Port",
    encryption: "Encryption",
    encryptions: { starttls: "STARTTLS (usually port 587)", tls: "TLS (usually port 465)" },
    user: "Username",
    userHelp: "Leave blank if the server doesn’t require one.",
    password: "Password",
    from: "From address",
    fromHelp: "The server must be allowed to send from this address.",
    test: "Send a test email to me",
    bounces: {
      title: "Emails that come back later",
      about:
        "Some servers accept an email and send it back minutes later. If they tell us, the email is marked as rejected, and a lead gets no more automatic emails at an address that doesn’t exist.",
      url: "Bounce webhook URL",
      ways: [
        ["Postmark", "In your server’s message stream, add it as a webhook for bounces."],
        ["SendGrid", "Under Mail settings, add it as an event webhook for Bounced and Dropped."],
        ["Mailgun", "Under Webhooks, add it for Permanent failure."],
        [
          "Brevo",
          "Add it as a transactional webhook for hard bounces, blocked and invalid emails.",
        ],
        [
          "Any other server",
          "Have the mailbox of your From address forward bounce emails to it as raw messages. The example is in docs/running.md.",
        ],
      ],
    },
    sender: {
      title: "Does other mail trust your domain?",
      about:
        "Gmail and others want to see three records at the domain of your From address. Your mail service’s help has their text; the person who manages the domain adds them.",
      selector: "DKIM selector",
      selectorHelp: "Leave blank to try the usual ones. Your mail service’s help names it.",
      check: "Check the domain",
      records: { spf: "SPF", dkim: "DKIM", dmarc: "DMARC" },
      states: {
        right: "Set up",
        missing: "Missing",
        several: "More than one",
        wrong: "Not right",
      },
      /** What to do about each result of a test. */
      help: {
        spf: {
          missing: "Add a TXT record that names your mail service, such as v=spf1 include:… ~all.",
          several: "Mail servers ignore them all. Merge them into one.",
          wrong: "It lets anyone send as you. End it with ~all or -all.",
        },
        dkim: {
          missing: "Turn on DKIM at your mail service, and add the key that it shows you.",
          several: "Keep one key for each selector.",
          wrong: "It has no key, or the key was revoked. Create a new one at your mail service.",
        },
        dmarc: {
          missing: "Add a TXT record such as v=DMARC1; p=none; rua=mailto:you@your-domain.",
          several: "Mail servers ignore them all. Keep one.",
          wrong: "Its policy must be p=none, p=quarantine or p=reject.",
        },
      },
    },
  },
  captcha: {
    about: "Keeps bots away from the public forms and the login pages.",
    provider: "Captcha",
    providers: {
      altcha: "Built-in (nothing to click, no third party)",
      recaptcha: "Google reCAPTCHA v2",
      hcaptcha: "hCaptcha",
      turnstile: "Cloudflare Turnstile",
      off: "Off",
    },
    siteKey: "Site key",
    secret: "Secret key",
    widgetHelp:
      "Pages will load this company’s widget, so mention it in your privacy policy (content/legal/privacy-policy.md). Pages that are already open keep the old captcha until they’re reloaded.",
    test: "Test the secret key",
  },
  meta: {
    about:
      "Leads from Facebook and Instagram forms come in through your app at developers.facebook.com. These settings have to match the app’s.",
    webhook: "Webhook URL",
    appSecret: "App secret",
    appSecretHelp: "Without it, every webhook from Meta is rejected.",
    verifyToken: "Verify token",
    verifyTokenHelp: "Make one up, then enter it here and at Meta.",
    pageToken: "Page or system user token",
    pageTokenHelp: "Used for sources that don’t have their own token.",
    apiVersion: "API version",
    test: "Test the token",
  },
  googleAds: {
    about:
      "Each morning we fetch the daily numbers of every Google Ads campaign that has a customer ID on its page. In your project in the Google Cloud console, turn on the Google Ads API and apply for Explorer access or higher.",
    clientId: "OAuth client ID",
    clientIdHelp: "From the same Google Cloud project.",
    clientSecret: "OAuth client secret",
    refreshToken: "Refresh token",
    refreshTokenHelp: "From a Google account that can see the campaigns, with the adwords scope.",
    developerToken: "Developer token",
    developerTokenHelp: "Google hasn’t needed one since September 2026.",
    managerId: "Manager customer ID",
    managerIdHelp:
      "Enter it if you see the campaigns through a manager account, for example, 123-456-7890.",
    test: "Test the connection",
  },
  texts: {
    about:
      "Practices can get alerts as text messages through Twilio. Until it’s set up, no screen mentions texts.",
    accountSid: "Account SID",
    authToken: "Auth token",
    from: "From number",
    fromHelp: "Include the country code, as in +18135550100.",
    testTo: "Your mobile number, for a test",
    testToHelp: "Include the country code. The number isn’t saved. Twilio’s usual charge applies.",
    test: "Send a test text",
  },
  push: {
    about:
      "Phones and computers get new-lead alerts through their browser’s push service. There’s nothing to set up here. If alerts don’t arrive, test whether this server can reach the push services.",
    hosts: "Allowed push services",
    test: "Test push services",
  },
  site: {
    about:
      "Shows how fast you call people who contact you: the actual median of your last 30 inquiries, including nights and weekends, once there are at least 10. It’s shown even if it’s slow. Calls you log after the fact count from when you log them, and messages you send yourself don’t count.",
    publish: "Show my response time",
    says: "The site now says:",
    wouldSay: "The site would say:",
    tooFew: (n: number, needed: number) =>
      `Nothing to show yet: ${n} of ${needed} inquiries so far.`,
    monday: "Send practices the Monday email",
    mondayHelp:
      "Last week’s numbers, sent Monday at 8 am in each practice’s time zone. You can turn it off for a practice on its monthly report, and managers can turn it off for themselves on their profile.",
    yes: "Yes",
    no: "No",
  },
  calls: {
    about:
      "The questionnaire offers visitors the times when you’re free. To block a day or an afternoon, go to Calls. Calls that are already booked don’t change.",
    isOn: "Let visitors book calls",
    isClosedOnFederalHolidays: "Closed on federal holidays, every year",
    numbers: {
      minutes: ({ min, max }: Bounds) => `Minutes per call (${min} to ${max})`,
      bufferMinutes: ({ min, max }: Bounds) => `Minutes free after each call (${min} to ${max})`,
      noticeHours: ({ min, max }: Bounds) => `Hours of notice you need (${min} to ${max})`,
      daysAhead: ({ min, max }: Bounds) => `Days ahead visitors can book (${min} to ${max})`,
    },
    yes: "Yes",
    no: "No",
  },
  calendar: {
    about:
      "While your own calendar is busy, visitors can’t book a call. We check it every ten minutes, and read only when events start and end, never what they’re about.",
    feedUrl: "Private calendar URL (iCal)",
    feedUrlHelp:
      "Google Calendar: Settings, your calendar, “Secret address in iCal format.” Outlook: Settings, Shared calendars, Publish, ICS. iCloud: share it as a public calendar.",
    test: "Test the calendar",
    never: "We haven’t checked it yet. It takes a few seconds.",
    read: (busyTimes: number, when: string) =>
      `Last checked ${when}. It blocks ${busyTimes === 1 ? "1 time" : `${busyTimes} times`}.`,
    failing: "We can’t read it right now, so the busy times from the last check still apply.",
  },
  replies: {
    about:
      "For the agency’s own emails: to people who contact you or book a call, and reports to practices. Messages from your portfolio keep your own address and name.",
    replyTo: "Reply-to address",
    replyToHelp: (address: string) =>
      `Leave blank to use ${address}. All owners are told about a change.`,
    signature: "Signature",
    signatureHelp:
      "Up to three lines below replies to contact requests, in English and Spanish. Leave blank to use the name of the person who replies, the agency and its phone number.",
    preview: "How a reply ends",
    /** The text of the sample reply. */
    sample: "Thanks for your message. I’ll call you tomorrow at 10.",
    /** In the preview, instead of a person's name. */
    yourName: "Your name",
    test: "Send a sample reply to me",
  },
  replyTemplates: {
    about:
      "Texts to choose from when you reply to a contact request. You can still edit each reply before you send it.",
    name: "Name",
    language: "Language of the request",
    languages: { en: "English", es: "Spanish" },
    kinds: "Offered for",
    kindNames: {
      everyone: "Every contact request",
      agency: "Requests to the agency",
      personal: "Messages from your portfolio",
    },
    hasInvite: "Attaches the call’s calendar file",
    hasInviteHelp: "If yes, it’s offered only once a call’s time is set.",
    yes: "Yes",
    no: "No",
    text: "Text",
    textHelp: (fields: readonly string[]) =>
      `These are filled in: ${fields.map((field) => `{{ ${field} }}`).join(", ")}. What’s between {% if package %} and {% endif %} is left out if there’s no package. The signature is added below.`,
    untitled: "New template",
    add: "Add a template",
    remove: (name: string) => `Delete ${name}`,
    removeShort: "Delete",
    most: (count: number) => `You can have up to ${count}.`,
  },
} as const;

/** The names of the settings' parts in the audit log. */
export const settingPartNames: Record<TestedPart, string> = {
  mail: settingsWords.sections.mail,
  captcha: settingsWords.sections.captcha,
  meta: settingsWords.sections.meta,
  googleAds: settingsWords.sections.googleAds,
  texts: settingsWords.sections.texts,
  push: settingsWords.sections.push,
  site: settingsWords.sections.site,
  calls: settingsWords.sections.calls,
  calendar: settingsWords.sections.calendar,
  replies: settingsWords.sections.replies,
  replyTemplates: settingsWords.sections.replyTemplates,
};

export const settingsMessages = {
  saved: "Saved. It’s in effect now.",
  removed: "The default is in effect now.",
  onMachine: "This is set in the environment and can’t be changed here.",
  mail: {
    none: "There’s no mail server to test. Enter one first.",
    sent: (to: string) => `The mail server accepted a test email to ${to}. Check that it arrives.`,
    connection:
      "We can’t reach the mail server. Check its name and port, and whether this machine is allowed to connect.",
    encryption:
      "We couldn’t make an encrypted connection to the mail server. Try the other encryption and its port, or check the server’s certificate.",
    login: "The mail server rejected the username or password.",
    refused: (said: string) => `The mail server rejected the email. It said: ${said}`,
    noDns: "This machine can’t look up domains right now. Try again in a minute.",
  },
  push: {
    works: (hosts: string[]) => `Every push service answered: ${hosts.join(", ")}.`,
    unreachable: (hosts: string[]) =>
      `No answer from ${hosts.join(", ")}. Check whether this server can connect there over HTTPS.`,
  },
  captcha: {
    own: "The built-in captcha doesn’t need keys. There’s nothing to test.",
    works: "The provider recognizes the secret key. To test the site key, open a public form.",
    wrongKey: "The provider doesn’t recognize these keys. Copy them again.",
    unreachable: "We can’t reach the provider. Try again in a minute.",
    off: "The captcha is off.",
  },
  texts: {
    none: "Texts aren’t set up. Enter an account first.",
    test: `This is a test from ${site.mailName}. Text messages are working.`,
    sent: (to: string) => `Twilio accepted a test text to ${to}. Check that it arrives.`,
    notUs: "You can only send a test to a number in the 50 states, such as +18135550100.",
    failed: "Twilio rejected the text. Check the account SID, the auth token and the From number.",
    refused: "That number can’t get texts. Try a mobile number.",
    opted_out: "That number has replied STOP to your From number. Try another one.",
    later: "We can’t reach Twilio, or it’s too busy. Try again in a minute.",
    unknown:
      "Twilio didn’t answer in time, so the text may have been sent. Check the phone before you try again.",
  },
  calendar: {
    works: (busyTimes: number, days: number) =>
      `We can read your calendar. It’s busy ${busyTimes === 1 ? "once" : `${busyTimes} times`} in the next ${days === 1 ? "day" : `${days} days`}.`,
    unreachable: "We can’t reach the calendar. Check the URL, or try again in a minute.",
    refused: "The calendar’s server rejected the URL. It may have been reset: copy it again.",
    too_large:
      "The calendar is too large: more than 10 MB, or too many repeated events. Publish one with fewer events.",
    not_a_calendar: "There’s no calendar at that URL. Copy the iCal address, not the web page’s.",
    private_address: "That URL leads to a private network. Enter a public https:// URL.",
  },
  replies: {
    none: "There’s no mail server yet. Set one up under Mail first.",
    sent: (to: string, replyTo: string) =>
      `The mail server accepted a sample reply to ${to}. If you answer it, your answer goes to ${replyTo}.`,
  },
  meta: {
    noToken: "Enter a token to test.",
    works: (pages: readonly string[], more: number) =>
      `Meta accepts the token. It has access to ${pages.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    noSecret: "The app secret is still missing.",
    noPages:
      "Meta accepts the token, but it doesn’t have access to any pages. Give it access to a page, then try again.",
    tokenRefused: "Meta rejected the token. It has expired or been revoked. Get a new one.",
    wrongSecret: "The token works, but it’s from a different app than this app secret.",
    refused: "Meta rejected the request. Check the token and the API version.",
    unreachable: "We can’t reach Meta. Try again in a minute.",
  },
  googleAds: {
    incomplete: "Enter the OAuth client ID, its secret and a refresh token to test.",
    works: (accounts: readonly string[], more: number) =>
      `Google accepts the credentials. They open ${accounts.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    worksAsManager: (name: string) =>
      `Google accepts the credentials. They open the manager account “${name}”.`,
    noAccounts:
      "Google accepts the credentials, but they don’t open any Google Ads account. Use the refresh token of a Google account that has one.",
    problems: {
      refreshToken:
        "Google rejected the refresh token. It has expired, was revoked, or belongs to another OAuth client. Get a new one.",
      client: "Google doesn’t recognize the OAuth client. Copy its ID and secret again.",
      developerToken:
        "Google rejected the developer token. Reset this section, then enter everything except that token: Google no longer needs one.",
      project:
        "Google doesn’t let this Google Cloud project read real accounts. In its console, turn on the Google Ads API and apply for Explorer access.",
      noAccount:
        "The refresh token belongs to a Google account without Google Ads. Use another Google account.",
      customer:
        "These credentials don’t open the manager account with this customer ID, or it isn’t active. Check the ID.",
      busy: "Google is getting too many requests from this project. Try again later.",
      unreachable: "We can’t reach Google. Try again in a minute.",
      other: "Google rejected the request. Check every field.",
    },
  },
} as const;
