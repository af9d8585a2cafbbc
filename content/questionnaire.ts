// The questionnaire at /marketing/get-started, with its three steps, and the questions as the owner
// sees them.
import { site } from "./site.ts";

const { ownerFirst } = site;

export const questionnaire = {
  steps: [
    { name: "your details", title: `Who should we call?` },
    { name: "your marketing so far", title: "Your marketing so far" },
    { name: "your website and a time to talk", title: `When should ${ownerFirst} call?` },
  ],

  /** The questions as they are submitted and shown to the owner. */
  questions: {
    triedMarketing: "Have you tried marketing before?",
    howItWorked: "How did it go?",
    hasTeam: "Do you have a marketing team?",
    teamProblems: "What problems have you had with the team?",
    hasWebsite: "Do you have a website?",
    website: "What’s the web address?",
    contactAt: "Preferred contact date and time",
    package: "Package selected",
  },

  step: (number: number, of: number) => `Step ${number} of ${of}`,
  /** Shown next to the step's title. */
  nextStep: (name: string) => `Next: ${name}`,
  lastStep: "Last step",
  buttons: { back: "Back", next: "Next", submit: "Submit" },
  fields: { fullName: "Full name", phone: "Phone", date: "Date", time: "Time" },
  answers: { yes: "Yes", no: "No" },

  /** Shown below the second step's title. */
  historySays: `A yes or no is enough. Skip anything you’d rather tell ${ownerFirst} on the phone.`,
  website: { example: "www.example.com" },
  time: {
    title: "A time that works for you",
    hours: `${ownerFirst} calls ${site.phoneHours}, ${site.officeHours.zoneName}.`,
    zone: (name: string) => `Your time zone: ${name}.`,
    unknownZone: "In your own time zone.",
    dateExample: "MM/DD/YYYY",
    pickDate: "Pick the date from a calendar",
    /** Shown next to a time that is outside office hours. `next` is when the office opens next. */
    outside: (next: string) =>
      `That’s outside ${ownerFirst}’s hours. You’ll get a call as soon as we’re open: ${next}.`,
  },
  /** The free times of the owner. */
  slots: {
    waiting: "Looking for available times…",
    title: (minutes: number) => `Book a ${minutes}-minute call`,
    days: "Available days",
    times: "Available times",
    moreDays: "More days",
    /** Shown to a visitor in a different time zone. */
    zones: (visitors: string) =>
      `These times are in your time zone, ${visitors}. ${ownerFirst} is on ${site.officeHours.zoneName}.`,
    /** Shown on the contact page, above the next times and the link to all other times. */
    orBook: (minutes: number) => `Or book a ${minutes}-minute call`,
    others: "Other times",
    /** Shown in the first step if the visitor picked a time on another page. */
    carried: (when: string) => `Your call: ${when}. We book it when you send the last step.`,
    gone: "The time you picked has just been taken. These are still free.",
    chosen: (when: string) => `We’ll book it for you: ${when}.`,
    /** Shown above the date and time fields if free times are listed above them. */
    orType: "None of these work? Enter any date and time.",
  },
  noPackage: {
    title: "No package chosen yet",
    says: "We’ll choose one together.",
    choice: "I’m not sure yet",
  },
  nothingToPay: "Nothing due today",
  changePackage: "Change",
} as const;
