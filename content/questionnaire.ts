// The questionnaire of /marketing/get-started: three steps, and the questions as the owner reads them.
import { site } from "./site.ts";

export const questionnaire = {
  steps: [
    { name: "your details", title: "Who should Mara call?" },
    { name: "your marketing so far", title: "Your marketing so far" },
    { name: "your website and a time", title: "When should Mara call?" },
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
  /** Next to the step's title. */
  nextStep: (name: string) => `Next: ${name}`,
  lastStep: "Last step",
  buttons: { back: "Back", next: "Next", submit: "Submit" },
  fields: { fullName: "Full name", phone: "Phone", date: "Date", time: "Time" },
  answers: { yes: "Yes", no: "No" },

  /** Below the second step's title. */
  historySays: "A yes or no is enough. Skip anything you’d rather tell Mara on the phone.",
  website: { example: "www.example.com" },
  time: {
    title: "A time that works for you",
    hours: `Mara calls ${site.phoneHours}, ${site.officeHours.zoneName}.`,
    zone: (name: string) => `Your time zone: ${name}.`,
    unknownZone: "In your own time zone.",
    dateExample: "MM/DD/YYYY",
    pickDate: "Pick the date from a calendar",
    /** Next to a time outside the office hours; `next` is when the office opens next. */
    outside: (next: string) =>
      `That’s outside Mara’s hours. She’ll call the next time she’s in: ${next}.`,
  },
  noPackage: {
    title: "No package chosen yet",
    says: "We’ll choose one together.",
    choice: "I’m not sure yet",
  },
  nothingToPay: "Nothing due today",
  changePackage: "Change",
} as const;
