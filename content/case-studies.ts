// The portfolio's case studies, each about a project of resume.json, newest first. A new one gets its
// page, its link on the project's card, its link preview, and its place in the sitemap and the feed.
// It is a fictional sample: replace it with your own. The schema: contract/case-studies.ts.
import type { CaseStudy } from "#contract/case-studies.ts";

export const caseStudies: readonly CaseStudy[] = [
  {
    project: "Lead desk",
    title: "A clock that nobody can argue with",
    description:
      "How the lead desk got nine practices to call new patients within minutes: the rules of its clock, a hard decision, and how it was measured.",
    date: "2026-11-10",
    lead: "Dental practices paid for ads, then took three hours to call the new patient back. The software had one job: make that wait visible, and make it short.",
    problem: [
      "A person who fills out a practice’s form is interested right now. An hour later they’ve called someone else, or gone back to work. The practices I visited knew that. They still called after three hours, because an inquiry was an email among eighty others, and nobody could see that it was waiting.",
      "Reports didn’t help. A monthly average says nothing to a front desk at 9:40 in the morning. And every report I found could be made to look better without calling anyone: archive the lead, add a note, mark it as done.",
    ],
    constraints: [
      "Front-desk staff with ten minutes for training, two lines ringing and a patient at the window.",
      "One small server, and nobody on call at night.",
      "No lead may be lost, even if the process dies between two lines of code.",
      "The figures must hold up against a practice that wants to look good, and against me.",
    ],
    diagram: {
      title: "From form to phone call",
      steps: [
        { name: "The ad’s form", says: "The clock starts when the person presses Submit." },
        {
          name: "The webhook",
          says: "Its signature is checked, it’s stored as received, and only then acknowledged.",
        },
        {
          name: "The inquiry",
          says: "A known person or a new one, in one transaction with everything that follows.",
        },
        {
          name: "Every open screen",
          says: "The row arrives within a second, over server-sent events.",
        },
        {
          name: "The call",
          says: "A tap stops the clock. The browser keeps it until the server has it.",
        },
        { name: "The figures", says: "Counters that are recalculated after each event." },
      ],
    },
    rules: {
      title: "The rules of the clock",
      says: [
        "A call within ten minutes is on time, within the hour it’s slow, and after that it’s late. A call at exactly ten minutes is slow. The limits are sharp to the millisecond, because a soft limit is an invitation.",
      ],
      span: {
        minutes: 60,
        marks: [
          { at: 5, name: "5 min", says: "the goal" },
          { at: 10, name: "10 min", says: "on time ends" },
          { at: 60, name: "60 min", says: "late begins" },
        ],
      },
      points: [
        {
          name: "It starts at Submit",
          says: "Not when our server heard about it. If the ad platform was slow, the delay shows up as the platform’s.",
        },
        {
          name: "Only a call stops it",
          says: "No note, no email, no change of status. The first attempt counts, whatever the result.",
        },
        {
          name: "Nobody can remove it",
          says: "Archiving or deleting a lead that hasn’t been called stops nothing. It turns late and stays late.",
        },
        {
          name: "It’s shown as an icon and a word, too",
          says: "Color alone would fail one in twelve men, and every printer.",
        },
      ],
    },
    decision: {
      title: "The clock trusts the tap, not the outcome",
      says: [
        "When does a call happen? We can’t see when the phone connects. The result is often recorded half an hour later, because the next patient was waiting. The first version stopped the clock at the result. It was easy to explain, and it marked people late who had called on time.",
        "Now what counts is the tap on “I’m calling”, once a result is added. That leaves a hole: somebody could tap and not call. So the screen keeps asking about a tap without a result, and the clock keeps running in the meantime. A call that was logged after the fact is marked as such, for good, with no tolerance to play with.",
        "The cost is a state that’s neither called nor not called, and every screen, count and test has to handle it. It took longer than the rest of the queue put together. I’d make the same choice today.",
      ],
    },
    numbers: {
      facts: [
        { value: "6 min", says: "median time to the first call, down from 3 h 12 min" },
        { value: "1.0 ms", says: "for the newest page of a list with 200,000 leads" },
        { value: "4.6 ms", says: "to find a rare surname among them" },
        { value: "$31", says: "a month for the server" },
      ],
      measured:
        "The median covers 4,180 leads at nine practices, from the product’s own records. The earlier figure comes from the practices’ email and call logs for the month before they started. The milliseconds were measured over HTTP, signed in, with 1,000,000 leads in the database, next to a bare handler with the same SQL in the same run (0.75 ms and 3.7 ms).",
    },
    next: [
      "A comparison of response times between practices that agree to it.",
      "A second look at the hour after closing time, when a third of the inquiries come in.",
      "Fewer states. Each one I remove makes the next rule cheaper.",
    ],
  },
  {
    project: "Slowpoke",
    title: "The average request belongs to nobody",
    description:
      "Why Slowpoke, a load tester in Go, reports the slowest requests first, and what it took to measure them without lying.",
    date: "2026-05-02",
    lead: "A service I ran averaged 60 milliseconds a request, and its support queue was full of complaints. Both were right.",
    problem: [
      "Load testers print an average and a maximum. The average hides the people who wait, and the maximum is one unlucky packet. The requests that make people leave are in between, and no report showed them.",
    ],
    constraints: [
      "One binary, no setup: it had to run on a colleague’s laptop in the middle of an argument.",
      "The tester must not become the bottleneck that it reports.",
    ],
    diagram: {
      title: "From schedule to tail",
      steps: [
        { name: "The schedule", says: "Decides when each request should start, before the test." },
        { name: "The workers", says: "Send them. A late start counts as waiting." },
        { name: "The histogram", says: "Fixed memory, accurate to one percent, at any length." },
        { name: "The report", says: "The slowest one in a hundred comes first." },
      ],
    },
    decision: {
      title: "A late request is a slow request",
      says: [
        "If the service stalls, a simple tester stops sending and measures nothing: the worst second of the test goes missing. Slowpoke counts from the planned start instead. Its numbers look worse than other testers’, and the first three issues in its tracker say that it’s broken. It isn’t, so the report now explains the difference in one line.",
      ],
    },
    numbers: {
      facts: [
        { value: "41 ms", says: "median request in the sample run" },
        { value: "1,340 ms", says: "99th percentile in the same run" },
      ],
      measured:
        "Ten minutes at 500 requests a second against a service that stalls for one second a minute, on one machine, timed from the planned starts.",
    },
    next: ["HTTP/3.", "A comparison of two runs that says whether the difference is noise."],
  },
];
