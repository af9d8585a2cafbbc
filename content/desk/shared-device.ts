// A shared device: texts for the profile, for the lock screen, and for the API's messages.

export const sharedDeviceWords = {
  section: "Shared device",
  about:
    "For a computer that several people use at the front desk. Everyone unlocks it with their initials and a PIN, so each call and note shows who made it.",
  lockAbout:
    "When nobody has used it for a while, names and numbers are hidden. Clocks and counts stay on the screen, and new leads still make a sound.",
  rights:
    "On a shared device, everyone works as a member. To manage people, templates or your own account, use your own device.",
  idleMinutes: "Lock after",
  minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
  initials: "Your initials",
  initialsHelp: "One to three letters.",
  pin: "Your PIN",
  pinHelp: "Four digits. It works on this device only.",
  start: "Make this a shared device",
  starting: "Setting up…",
  isShared: "This is a shared device.",
  locksAfter: (minutes: string) => `It locks when nobody has used it for ${minutes}.`,
  turnOff:
    "To turn this off, log out of this device. After that, everyone logs in with their own email and password again.",
  changePin: "Change my PIN",
  savePin: "Save PIN",
  saving: "Saving…",
  pinSaved: "Your PIN has changed.",
} as const;

export const lockedWords = {
  tab: "Locked",
  lock: "Lock",
  /** For screen readers, after the button's text and the person's initials. */
  lockOf: (name: string) => `Lock or switch users: ${name} is using this device.`,
  covered: "Locking…",
  whoIsHere: "Who’s here?",
  pinOf: (name: string) => `${name}’s PIN`,
  passwordOf: (name: string) => `${name}’s password`,
  noPin: "No PIN yet",
  usePassword: "Log in without a PIN",
  usePin: "Use my PIN instead",
  hasNoPin: "I don’t have a PIN here yet",
  forgotPin: "I forgot my PIN",
  setPinAbout: "Enter your password once, and choose initials and a PIN for this device.",
  someoneElse: "Someone else",
  unlock: "Unlock",
  unlocking: "Unlocking…",
  /** Shown to everyone for an hour. */
  passwordNeeded: "Too many wrong PINs. For now, this device unlocks with a password only.",
  passwordNeededFor: (name: string) => `Too many wrong PINs for ${name}. Use the password.`,
  /** Shown while someone is calling the lead, instead of how late the lead is. */
  paused: "Being called",
  offline: "This device is offline. You can unlock it when it’s back online.",
  logOut: "Log out of this device",
  logOutTitle: "Log out of this device?",
  logOutWhat:
    "It will no longer be a shared device, and everyone’s PIN here will be deleted. After that, everyone logs in with their own email and password again.",
  waiting: "Waiting now",
  uncalled: (count: number) =>
    count === 1 ? "1 lead waiting for a call" : `${count} leads waiting for a call`,
  callbacks: (count: number) => (count === 1 ? "1 callback due" : `${count} callbacks due`),
  nothing: "No one is waiting.",
  more: (count: number) => `and ${count} more`,
} as const;

/** The API's messages. */
export const sharedDeviceMessages = {
  started: "This is now a shared device.",
  unlocked: "Unlocked.",
  locked: "Locked.",
  noted: "Noted.",
  notShared: "This isn’t a shared device.",
  ownDevice: "You can’t do this on a shared device. Please use your own device.",
} as const;
