// Names, addresses, links and menus of the two sites, built from resume.json and owner.json. To
// change them, edit those files or run `npm run setup`.
import type { OfficeHours } from "#contract/opens-on.ts";
import { phoneHours } from "./office-hours.ts";
import { owner } from "./owner.ts";
import { resume } from "./resume.ts";

const { name, email, phone, location, profiles } = resume.basics;
const { agency, officeHours, ventures } = owner;

export const site = {
  /** The person who owns the portfolio and founded the agency. The name is in resume.json. */
  owner: name,
  /** The name by which visitors call the owner. */
  ownerFirst: owner.firstName,
  /** Whether the owner and the agency's own results are the fictional sample. */
  isSample: owner.isSample,
  /** Where the owner works. */
  place: `${location.city}, ${location.region}`,
  city: location.city,
  /** The agency's name on the marketing site. */
  agency: agency.name,
  /** The line below the agency's name. */
  agencyTrade: agency.trade,
  /**
   * The default sender name of emails, and the email address that gets notices until an owner has
   * an account.
   */
  mailName: `${agency.name} ${agency.trade}`,
  email,
  /** The agency's own email address, shown in the marketing site's footer. */
  agencyEmail: agency.email,
  phone,
  /** The same number in `tel:` link format. */
  phoneLink: `+1${phone.replace(/\D/g, "").slice(-10)}`,
  /** The agency's postal address, which CAN-SPAM requires in each advertising email. */
  postalAddress: agency.postalAddress,
  /** The area where the agency's clients are. */
  area: agency.area,
  areaServed: `${agency.area}, ${location.region}`,
  /** When the agency answers the phone. */
  phoneHours,
  /** The office hours as data. */
  officeHours: {
    ...officeHours,
    isClosedOnFederalHolidays: officeHours.isClosedOnFederalHolidays ?? true,
    zoneName: `${location.city} time`,
  } satisfies OfficeHours,
  profiles: profiles.map(({ network, url }) => ({ name: network, url })),
  /** The résumé, generated from resume.json at build time. */
  resume: "/resume.pdf",
  /** The owner's other ventures, linked from the portfolio's menu. */
  ventures,
} as const;

/** The portfolio's menu: sections of the home page, the contact page, and the résumé last. */
export const portfolioMenu = [
  { name: "Home", url: "/" },
  { name: "About", url: "/#about" },
  { name: "Projects", url: "/#projects" },
  { name: "Skills", url: "/#skills" },
  { name: "Contact", url: "/contact" },
] as const;

/** The links in the header on wide screens. */
export const portfolioBar = [
  { name: "About", url: "/#about" },
  { name: "Work", url: "/#work" },
  { name: "Projects", url: "/#projects" },
  { name: "Skills", url: "/#skills" },
  { name: "Contact", url: "/contact" },
] as const;

/** The marketing site's menu, next to the Get Started button. */
export const marketingMenu = [
  { name: "Services", url: "/marketing#services" },
  { name: "About", url: "/marketing#about" },
  { name: "Pricing", url: "/marketing#pricing" },
  { name: "FAQ", url: "/marketing/faq" },
  { name: "Contact", url: "/marketing/contact" },
  { name: "Log In", url: "/lms" },
] as const;
