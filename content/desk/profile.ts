// The profile: the practice's information, business hours, sign-in and devices.
export const profileWords = {
  contents: "On this page",
  failed: "We couldn’t load your profile.",
  sections: {
    information: "User information",
    mail: "Emails to your leads",
    hours: "Business hours",
    signIn: "Email and password",
    devices: "Devices",
  },
  practice: "Practice name",
  senderName: "Sender name",
  senderHelp: (practice: string) =>
    `The name your emails come from. Leave blank to use ${practice}.`,
  replyTo: "Reply-To",
  replyToHelp: (address: string) => `Where replies go. Leave blank to use ${address}.`,
} as const;

export const hoursWords = {
  timeZone: "Time zone",
  closed: "Closed",
  opens: "Opens",
  closes: "Closes",
  breakBegins: "Break starts",
  breakEnds: "Break ends",
  addBreak: "Add a break",
  removeBreak: "Remove break",
  holidays: "Holidays",
  noHolidays: "No holidays yet.",
  date: "Date",
  name: "Name",
  addHoliday: "Add a holiday",
  remove: "Remove",
  removeHoliday: (number: number) => `Remove holiday ${number}`,
} as const;

export const signInWords = {
  logInAs: (address: string) => `You log in as ${address}`,
  waiting: (address: string) =>
    `We’ll switch to ${address} once you’ve clicked the links we sent to both addresses.`,
  changeEmail: "Change email",
  newEmail: "New email",
  yourPassword: "Your password",
  changePassword: "Change password",
  changing: "Changing…",
  currentPassword: "Current password",
} as const;

export const deviceWords = {
  thisOne: "this device",
  since: (at: string, address: string) => `Logged in ${at}, from ${address}`,
  logOut: "Log out",
  logOutOf: (device: string) => `Log out ${device}`,
  named: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: "Unknown device",
} as const;
