// The console's practices: active ones, ones that wait for approval, and invitations.
export const practiceWords = {
  inAll: (count: number) => `${count} total`,
  none: "No practices yet. To add one, send an invitation.",
  states: {
    pending: "Waiting for your approval",
    unconfirmed: "Waiting for them to confirm their email",
    active: "Active",
    suspended: "Suspended",
  },
  registered: (day: string) => `Registered ${day}`,
  confirmed: "Email address confirmed.",
  notConfirmed: "Email address not confirmed yet.",
  lastLoggedIn: (day: string) => `Last logged in ${day}.`,
  neverLoggedIn: "Hasn’t logged in yet.",

  approve: "Approve",
  viewAs: "View their lead desk",
  audit: "Audit log",
  reinstate: "Reinstate",
  suspend: "Suspend",
  askSuspend: (practice: string) => `Suspend ${practice}?`,
  suspendMeans:
    "All their devices will be logged out, and no one will be able to log in until you reinstate them. Leads keep coming in, and nothing is lost.",

  invite: "Invite a practice",
  inviteHelp: "They can log in as soon as they register with the link.",
  sendInvitation: "Invite",
  code: "To register without an invitation, they need your approval and this code:",
  openInvitations: "Open invitations",
  invitation: (email: string, invited: string, expires: string) =>
    `${email}, invited ${invited}, expires ${expires}`,
  withdraw: "Cancel invitation",
  withdrawOf: (email: string) => `Cancel invitation to ${email}`,
} as const;
