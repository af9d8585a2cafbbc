// The headings, buttons and labels of the portfolio and the résumé. The text about the owner is in
// portfolio.ts and resume.json.
export const portfolioWords = {
  menu: {
    resume: "Résumé",
    elsewhere: "Elsewhere",
    marketing: "Marketing",
    /** The arrow's label after the name of another site. */
    newTab: "opens in a new tab",
  },
  /** The contact page's title in the browser tab. */
  contactTab: (owner: string) => `Contact ${owner}`,
  downloadResume: "Résumé (PDF)",
  sections: {
    about: "About",
    work: "Work",
    projects: "Projects",
    skills: "Skills",
    getInTouch: "Get in touch",
  },
  companies: "Companies",
  filter: {
    name: "Projects by language",
    all: "All",
    shown: (count: number, all: number, language: string) =>
      `${count} of ${all} projects: ${language}`,
  },
  openDemo: "Open the live demo",
  caseStudy: {
    name: "a case study",
    read: "Read the case study",
    problem: "Problem",
    constraints: "Constraints",
    decision: "A hard decision",
    numbers: "Numbers",
    next: "What comes next",
    made: "Origin",
    languages: "Built with",
    repository: "Source code",
    published: "Published",
    others: "Other case studies",
    /** A sequence diagram's step, for screen readers. */
    step: (from: string, to: string, says: string) => `${from} to ${to}: ${says}`,
    /** The clock that a reader can start and stop. */
    clock: {
      start: "Start at 9:50",
      call: "I’m calling",
      again: "Again",
      limit: "10:00, slow begins",
      before: (seconds: string) => `${seconds} s before the limit`,
      after: (seconds: string) => `${seconds} s after it`,
      on: "on the limit",
      counts: "What counts",
      counted: "What counted",
      nothing: "Call at 9:59, then again at 10:00.",
      rule: "No rounding, and no grace period.",
    },
  },
  /** Shown as the end date of a current job. */
  present: "present",
  months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
} as const;

/** The drawings next to the projects, each with a description and its labels. */
export const drawingWords = {
  desk: "The lead desk: leads nobody has called yet come first, each with a running clock",
  latency: {
    label: "How long requests take: median 41 ms, 99th percentile 440 ms",
    axis: ["10 ms", "100 ms", "1 s"],
    median: { value: "41 ms", says: "median" },
    tail: { value: "440 ms", says: "\n99th percentile" },
  },
  tide: {
    label: "A day of tides in Tampa Bay as one curve, with the current time marked",
    axis: [
      { at: 25, says: "6 am" },
      { at: 50, says: "noon" },
      { at: 75, says: "6 pm" },
    ],
    now: "Now",
    feet: (feet: string) => `${feet} ft`,
  },
} as const;

/** The résumé as a PDF. */
export const resumePdfWords = {
  title: (owner: string) => `${owner}, résumé`,
  work: "Work",
  projects: "Projects",
  skills: "Skills",
  education: "Education",
  certificates: "Certificates",
  awards: "Awards",
  publications: "Publications",
  volunteering: "Volunteering",
  languages: "Languages",
  interests: "Interests",
  /** A degree and its subject, such as "B.S. in Computer Science". */
  degree: (degree: string, subject: string) => `${degree} in ${subject}`,
  and: " and ",
  page: (owner: string, number: number, of: number) => `${owner}, page ${number} of ${of}`,
} as const;
