// Names, addresses, links and menus of the two sites. A fictional sample: put your own here.
import type { OfficeHours } from "#contract/office-hours.ts";
import { resume } from "./resume.ts";

const { name, email, phone, location, profiles } = resume.basics;

export const site = {
  /** The owner of the portfolio and founder of the agency: one person, named in resume.json. */
  owner: name,
  /** Where the owner works from. */
  place: `${location.city}, ${location.region}`,
  /** The agency's name on the marketing site. */
  agency: "Gulfside",
  /** The line below the agency's name. */
  agencyTrade: "Practice Marketing",
  /** Who emails come from by default, and where notices go while no owner has an account. */
  mailName: "Gulfside Practice Marketing",
  email,
  /** The agency's own address, in the marketing site's footer. */
  agencyEmail: "hello@example.com",
  phone,
  /** The same number as a telephone dials it. */
  phoneLink: `+1${phone.replace(/\D/g, "").slice(-10)}`,
  /** Where the agency takes letters; in every mail that advertises (CAN-SPAM). */
  postalAddress: "100 Sample Street, Suite 200, Tampa, FL 33602",
  /** Where the agency's practices are. */
  areaServed: "Tampa Bay, Florida",
  /** When somebody answers the phone. */
  phoneHours: "Monday through Friday, 8 am to 6 pm",
  /** The same for the clock: change both. */
  officeHours: {
    timeZone: "America/New_York",
    zoneName: "Tampa time",
    days: ["Mon", "Tue", "Wed", "Thu", "Fri"],
    from: 8,
    to: 18,
  } satisfies OfficeHours,
  profiles: profiles.map(({ network, url }) => ({ name: network, url })),
  /** The résumé, made from resume.json when the product is built. */
  resume: "/resume.pdf",
  /** The owner's other ventures, linked from the portfolio's menu. */
  ventures: [
    { name: "Tarpon Tide", url: "https://tarpontide.example.com" },
    { name: "Second Oven", url: "https://secondoven.example.com" },
  ],
} as const;

/** The portfolio's menu: places on the home page, and the contact page; the résumé ends it. */
export const portfolioMenu = [
  { name: "Home", url: "/" },
  { name: "About", url: "/#about" },
  { name: "Projects", url: "/#projects" },
  { name: "Skills", url: "/#skills" },
  { name: "Contact", url: "/contact" },
] as const;

/** The quiet bar on top of wide screens. */
export const portfolioBar = [
  { name: "About", url: "/#about" },
  { name: "Work", url: "/#work" },
  { name: "Projects", url: "/#projects" },
  { name: "Skills", url: "/#skills" },
  { name: "Contact", url: "/contact" },
] as const;

/** The marketing site's menu; the button Get Started stands beside it. */
export const marketingMenu = [
  { name: "Services", url: "/marketing#services" },
  { name: "About", url: "/marketing#about" },
  { name: "Pricing", url: "/marketing#pricing" },
  { name: "FAQ", url: "/marketing/faq" },
  { name: "Contact", url: "/marketing/contact" },
  { name: "Log In", url: "/lms" },
] as const;
