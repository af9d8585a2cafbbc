// The portfolio's and the résumé's headings, buttons and labels. The text about the owner is in
// portfolio.ts and resume.json.
export const portfolioWords = {
  menu: { resume: "Résumé", elsewhere: "Elsewhere", marketing: "Marketing" },
  /** The contact page's title in a browser tab. */
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
  /** A skill's bar, for screen readers. */
  level: (level: string, meaning: string) => `${level} of 100: ${meaning}`,
  /** The end date of a current job. */
  present: "present",
} as const;

/** The drawings next to the projects: what each one shows, and its labels. */
export const drawingWords = {
  desk: "The lead desk: leads nobody has called yet come first, each with a running clock",
  latency: {
    label: "How long requests take: half of them 41 ms, one in a hundred 1,340 ms",
    axis: ["10 ms", "100 ms", "1 s"],
    median: { value: "41 ms", says: "half of the requests" },
    tail: { value: "1,340 ms", says: "\none in a hundred" },
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
  levels:
    "Levels, 0 to 100: up to 25, I read it; up to 50, I use it; up to 75, I ship it; above 75, I teach it.",
  education: "Education",
  certificates: "Certificates",
  awards: "Awards",
  publications: "Publications",
  volunteering: "Volunteering",
  languages: "Languages",
  interests: "Interests",
  /** A degree and its subject: "B.S. in Computer Science". */
  degree: (degree: string, subject: string) => `${degree} in ${subject}`,
  and: " and ",
  page: (owner: string, number: number, of: number) => `${owner}, page ${number} of ${of}`,
} as const;
