// The owner's own account: the screen, the page that an invited person opens, and the API's
// messages.
import type { ConsoleRole } from "#contract/console-roles.ts";

export const accountWords = {
  title: "Account",
  contents: "On this page",
  sections: { signIn: "Email and password", devices: "Devices", owners: "Owners" },
  /** The reminder on the Today page. */
  reminder: {
    title: "Turn on two-step login",
    why: "Your account has access to every practice, and right now a stolen password is all it takes to get in.",
    button: "Turn it on",
    whyHelper: "Right now a stolen password is all it takes to get in.",
  },
} as const;

export const consoleRoleNames: Record<ConsoleRole, string> = { owner: "Owner", helper: "Helper" };

export const ownerWords = {
  about:
    "Owners can view every practice, and approve or suspend any of them. Helpers work with contact requests, calls, campaigns and templates, and see no patients. All owners get an email about every change to this list.",
  /** The names of the lists, for screen readers. */
  list: "Owners and helpers",
  you: "you",
  twoStepOn: "Two-step login is on",
  twoStepOff: "Two-step login is off",
  lastSignedIn: (at: string) => `Last logged in ${at}`,
  neverSignedIn: "Hasn’t logged in yet",
  role: "Role",
  roleOf: (name: string) => `Role of ${name}`,
  invite: "Invite a person",
  inviteHint: "They get an email with a link that works for 3 days.",
  sendInvitation: "Send invitation",
  invited: "Invited",
  invitedAt: (at: string, until: string) => `Invited ${at}. The link works until ${until}.`,
  withdraw: "Cancel invitation",
  withdrawOf: (email: string) => `Cancel invitation to ${email}`,
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) => `Remove ${name}?`,
  removeHint:
    "They’ll be logged out on every device right away and won’t be able to log in again. Any open invitations they sent will be canceled, too.",
} as const;

export const ownerJoinWords = {
  tab: "Join",
  title: "Set up your account",
  about: {
    owner: (by: string) => `${by} invited you to the owner’s console.`,
    helper: (by: string) => `${by} invited you to the owner’s console as a helper.`,
  },
  logInAs: (email: string) => `You’ll log in as ${email}.`,
  password: "Password",
  again: "Confirm password",
  join: "Create account",
  joining: "Creating your account…",
  logIn: "Log in",
  back: "Back to login",
  openLink: "To open this page, use the link in your invitation.",
} as const;

/** The API's messages. */
export const ownerMessages = {
  invited: "The invitation is on its way.",
  withdrawn: "Invitation canceled. The link no longer works.",
  removed: "Removed. They’re logged out on every device.",
  roleChanged: {
    owner: "They’re an owner now.",
    helper: "They’re a helper now.",
  },
  lastOwner: "The console needs an owner. Make another person an owner first.",
  alreadyHere: {
    owner: "This person is already an owner.",
    helper: "This person is already a helper. You can change their role in the list.",
  },
  hasAccount:
    "This email address already belongs to a practice’s account, and each address can have only one account. Use a different address.",
  notYourself: "You can’t remove yourself. Ask another owner.",
  full: (most: number) => `You can have up to ${most} owners and helpers. Please remove one first.`,
  deadInvitation: "This invitation no longer works. Ask the owner who sent it for a new one.",
  joined: "Welcome. Your account is ready, and you can log in now.",
  noLongerOwner:
    "You no longer have access to the console. If you think that’s a mistake, ask an owner.",
} as const;
