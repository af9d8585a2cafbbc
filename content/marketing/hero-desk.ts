// The lead desk above the fold on the landing page, which a visitor can try.
import { site } from "#content/site.ts";

export const heroDesk = {
  /** The label for screen readers, so that they announce it as a lead desk. */
  label: "The lead desk, with sample data: try a call",
  title: "Lead desk",
  notCalled: "Not called yet",
  tryIt: "Try it: tap “I’m calling”",
  practice: "Bayshore Sample Dental",
  /** The waiting lead. `waitsSeconds` is the time that its clock shows when the page opens. */
  waiting: { name: "Priya Nair", phone: "(813) 555-0171", waitsSeconds: 161 },
  about: "Clear aligners · your Google ad",
  wish: `“Can I come in after 5? I work in ${site.city}.”`,
  after: "What happened after the call",
  today: "today",
  /** The leads that were called, with the minutes until the call and what was agreed. */
  called: [
    {
      name: "Marcus Bell",
      about: "Emergency · Google",
      tookMinutes: 4,
      outcome: "booked",
      agreed: "Tue 10:30 am",
    },
    {
      name: "Grace Lindqvist",
      about: "Checkup · Facebook",
      tookMinutes: 2,
      outcome: "spoke",
      agreed: "9:12 am",
    },
    {
      name: "Elena Ruiz",
      about: "Whitening · Instagram",
      tookMinutes: 26,
      outcome: "voicemail",
      agreed: "next try 2:00",
    },
  ],
  call: "I’m calling",
  calling: "You’re calling",
  held: (time: string) => `${time} is held, and saved with your result`,
  /** Shown instead of the time left until the goal, because a call pauses the clock. */
  toSpare: (time: string) => `${time} to spare`,
  ask: "How did it go?",
  oneTap: "One tap. Nothing to type.",
  /** The time when every call starts, in seconds since midnight: 8:33:45 am. */
  callStarts: 30_825,
  asked: (time: string) => `${time} asked`,
  calledAt: (time: string) => `${time} called`,
  /** The text that is shown after each result, and how long the call and its result took. */
  results: {
    booked: {
      when: "Tuesday, 10:30 am",
      ended: "8:38 booked",
      callSeconds: 255,
      scale: "On your screen one second after she asked. Drawn to scale.",
      counts: "This visit is counted for the ad that brought it:",
      forWhat: `“Clear aligners in ${site.city},” Google, 3 booked this month`,
    },
    spoke: {
      when: "8:36 am",
      ended: "8:36 spoke",
      callSeconds: 135,
      scale: "On your screen one second after she asked. Drawn to scale.",
      counts: "She’s thinking it over, so she stays in sight:",
      forWhat: "Pick a day, and she’s at the top of the list again that morning",
    },
    voicemail: {
      when: "Next try 11:30 am",
      ended: "8:34:20 saved",
      callSeconds: 35,
      scale: "On your screen one second after she asked. Drawn to scale.",
      counts: "The call counts as on time, and nobody has to remember her:",
      forWhat: "At 11:30 she’s back at the top, with what she asked for",
    },
    no_answer: {
      when: "Next try 11:30 am",
      ended: "8:34:10 saved",
      callSeconds: 25,
      scale: "On your screen one second after she asked. Drawn to scale.",
      counts: "The call counts as on time, and nobody has to remember her:",
      forWhat: "At 11:30 she’s back at the top, with what she asked for",
    },
  },
  again: "Run it again",
} as const;
