// The questionnaire of /marketing/get-started: three steps, and the questions as the owner reads them.
import { site } from "./site.ts";

export const questionnaire = {
  steps: [
    { name: "your details", title: "Who should Mara call?" },
    { name: "your marketing so far", title: "Your marketing so far" },
    { name: "your website and a time", title: "When should Mara call?" },
  ],

  /** What each answer is sent and shown under. */
  questions: {
    triedMarketing: "Have you tried marketing before?",
    howItWorked: "How did it work?",
    hasTeam: "Do you have a marketing team?",
    teamProblems: "What problems do you have with the team?",
    hasWebsite: "Do you have a website?",
    website: "What is its address?",
    contactAt: "Preferred contact date and time",
    package: "Package selected",
  },

  /** Below the second step's title. */
  historySays: "Yes or no is enough; skip what you would rather tell Mara yourself.",
  website: { title: "Your website", example: "www.example.com" },
  time: {
    title: "A time that suits you",
    hours: `Mara calls ${site.phoneHours}, ${site.officeHours.zoneName}.`,
    /** Beside a time at which nobody calls; `next` is the first one after it. */
    outside: (next: string) =>
      `That is outside Mara’s hours. She will call at the next time she is there: ${next}.`,
  },
  noPackage: {
    title: "No package chosen yet",
    says: "We choose it together.",
    choice: "I don’t know yet",
  },
  nothingToPay: "Nothing to pay now",
} as const;
