// The values of {owner}, {agency} and the other facts in the legal texts in legal/.
import { owner } from "./owner.ts";
import { resume } from "./resume.ts";
import { site } from "./site.ts";

const { p1, p2, p3 } = owner.packages;

/** The facts that are the same in every language. */
export const facts = {
  owner: site.owner,
  agency: site.mailName,
  place: site.place,
  city: site.city,
  region: resume.basics.location.region,
  courts: owner.agency.courts,
  email: site.agencyEmail,
  phone: site.phone,
  p1: p1.title,
  p2: p2.title,
  p3: p3.title,
};

/** `sample` is empty if the facts describe a real business. */
export const legalFacts: Readonly<Record<string, string>> = {
  ...facts,
  sample: owner.isSample
    ? "This is a sample text for a fictional business. Have a lawyer review your own before you use it."
    : "",
};
