// The people at a practice: texts for the profile, for the page that an invited person opens, and
// for the API's messages.
import type { Role } from "#contract/roles.ts";

export const roleNames: Record<Role, string> = { manager: "Manager", member: "Member" };

export const peopleWords = {
  section: "People",
  about:
    "Everyone logs in with their own email, so you can see who made each call, wrote each note and sent each email. Managers can do everything. Members work with leads: they call, take notes and send emails.",
  alone:
    "It’s just you so far. Invite the people who answer your phones, and don’t share your password with anyone.",
  you: "you",
  deactivated: "Deactivated",
  lastSignedIn: (at: string) => `Last logged in ${at}`,
  neverSignedIn: "Hasn’t logged in yet",
  deactivatedAt: (at: string) => `Deactivated ${at}`,
  /** The button that opens a person's menu. */
  more: "More",
  moreOf: (name: string) => `More for ${name}`,
  makeManager: "Make manager",
  makeMember: "Make member",
  rename: "Edit name",
  deactivate: "Deactivate",
  reactivate: "Reactivate",
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateWhat:
    "They’ll be logged out on every device right away and won’t be able to log in. Their name stays on their calls and notes. You can reactivate them later.",
  demoteTitle: "Make yourself a member?",
  demoteWhat:
    "You’ll no longer be able to manage people, templates or business hours, or to export leads. Only another manager can make you a manager again.",
  resetTwoStep: "Reset two-step login",
  resetTitle: (name: string) => `Reset two-step login for ${name}?`,
  resetWhat:
    "Do this only if they lost their phone and their recovery codes, and you’re sure it’s really them asking. They’ll log in with just their password until they turn it back on.",
  invite: "Invite someone",
  inviteTitle: "Invite someone",
  sendInvitation: "Send invitation",
  role: "Role",
  roleHelp:
    "Members can’t manage people, change templates, business hours or the practice’s profile, or export or erase leads.",
  invited: "Invited",
  invitedAt: (by: string, at: string) => `Invited ${at} by ${by}`,
  expired: (at: string) => `Expired ${at}. Send it again.`,
  resend: "Send again",
  resendTo: (name: string) => `Send again to ${name}`,
  withdraw: "Cancel invitation",
  withdrawFrom: (name: string) => `Cancel invitation to ${name}`,
  failed: "We couldn’t load your team.",
  /** Shown on a member's profile. */
  managed: "Your managers take care of the practice’s profile, business hours and templates.",
} as const;

export const joinWords = {
  tab: "Join",
  title: (practice: string) => (practice ? `Join ${practice}` : "Join your practice"),
  /** `by` is the person who sent the invitation. It's empty if the person is unknown. */
  about: (by: string, practice: string) =>
    by
      ? `${by} invited you to the lead desk at ${practice}.`
      : `You’ve been invited to the lead desk at ${practice}.`,
  logInAs: (email: string) => `You’ll log in as ${email}.`,
  password: "Password",
  again: "Confirm password",
  join: "Create account",
  joining: "Creating your account…",
} as const;

/** The API's messages. */
export const peopleMessages = {
  someoneElse: "Someone else is logged in on this browser now. Reload the page.",
  managersOnly: "Only a manager at your practice can do this.",
  saved: "Saved.",
  invited: "The invitation is on its way.",
  withdrawn: "Invitation canceled. The link no longer works.",
  deactivated: "Deactivated. They’re logged out on every device.",
  reactivated: "Reactivated. They can log in again.",
  managersFactors: "You can’t reset a manager’s two-step login. Please call us.",
  newRole: (days: number) =>
    `Their role changed in the last ${days} days, so you can’t reset their two-step login yourself. Please call us.`,
  noFactors: "Their two-step login is already off.",
  alreadyHere: "This person is already on your team.",
  deactivatedHere: "This person is on your team, but deactivated. Reactivate them instead.",
  notYourself: "You can’t deactivate yourself. Ask another manager.",
  keepOneManager: "Your practice needs at least one manager. Make someone else a manager first.",
  full: (most: number) =>
    `You can have up to ${most} people, including invitations. Deactivate someone or cancel an invitation first.`,
  deadInvitation: "This invitation no longer works. Ask a manager at your practice for a new one.",
  addressHasAccount:
    "This email address already has an account. Log in with it, or ask your manager to invite you at a different address.",
  joined: "Welcome. Your account is ready, and you can log in now.",
} as const;
