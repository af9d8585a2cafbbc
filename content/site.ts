// Names, addresses, links and menus of the two sites. They are a fictional sample: replace them
// with your own.
import type { OfficeHours } from "#contract/office-hours.ts";
import { resume } from "./resume.ts";

const { name, email, phone, location, profiles } = resume.basics;

export const site = {
  /** The owner of the portfolio and founder of the agency: one person, named in resume.json. */
  owner: name,
  /** Where the owner works. */
  place: `${location.city}, ${location.region}`,
  /** The agency's name on the marketing site. */
  agency: "Gulfside",
  /** The line below the agency's name. */
  agencyTrade: "Practice Marketing",
  /** The default sender name of emails, and where notices go until an owner has an account. */
  mailName: "Gulfside Practice Marketing",
  email,
  /** The agency's own address, in the marketing site's footer. */
  agencyEmail: "hello@example.com",
  phone,
  /** The same number in the format of a `tel:` link. */
  phoneLink: `+1${phone.replace(/\D/g, "").slice(-10)}`,
  /** The agency's postal address, required in each advertising email (CAN-SPAM). */
  postalAddress: "100 Sample Street, Suite 200, Tampa, FL 33602",
  /** Where the agency's clients are. */
  areaServed: "Tampa Bay, Florida",
  /** When the agency answers the phone. */
  phoneHours: "Monday through Friday, 8 am to 6 pm",
  /** The same as data: change both. */
  officeHours: {
    timeZone: "America/New_York",
    zoneName: "Tampa time",
    days: ["Mon", "Tue", "Wed", "Thu", "Fri"],
    from: 8,
    to: 18,
  } satisfies OfficeHours,
  profiles: profiles.map(({ network, url }) => ({ name: network, url })),
  /** The résumé, generated from resume.json at build time. */
  resume: "/resume.pdf",
  /** The owner's other ventures, linked from the portfolio's menu. */
  ventures: [
    { name: "Tarpon Tide", url: "https://tarpontide.example.com" },
    { name: "Second Oven", url: "https://secondoven.example.com" },
  ],
} as const;

/** The portfolio's menu: sections of the home page, and the contact page; the résumé is last. */
export const portfolioMenu = [
  { name: "Home", url: "/" },
  { name: "About", url: "/#about" },
  { name: "Projects", url: "/#projects" },
  { name: "Skills", url: "/#skills" },
  { name: "Contact", url: "/contact" },
] as const;

/** The header on wide screens. */
export const portfolioBar = [
  { name: "About", url: "/#about" },
  { name: "Work", url: "/#work" },
  { name: "Projects", url: "/#projects" },
  { name: "Skills", url: "/#skills" },
  { name: "Contact", url: "/contact" },
] as const;

/** The marketing site's menu, next to the button Get Started. */
export const marketingMenu = [
  { name: "Services", url: "/marketing#services" },
  { name: "About", url: "/marketing#about" },
  { name: "Pricing", url: "/marketing#pricing" },
  { name: "FAQ", url: "/marketing/faq" },
  { name: "Contact", url: "/marketing/contact" },
  { name: "Log In", url: "/lms" },
] as const;
