// Everything that the marketing site says, in English. content/es/marketing-words.ts has it in
// Spanish: the build names what is missing there.
import type { Translated } from "#contract/languages.ts";
import { faq } from "./faq.ts";
import {
  makeoverDelays,
  makeoverQuestions,
  makeoverSpecialties,
  makeoverWorries,
} from "./makeover.ts";
import { trust, trustWords } from "./marketing/trust.ts";
import { marketing, packages } from "./marketing.ts";
import { phoneOpenings } from "./office-hours.ts";
import { questionnaire } from "./questionnaire.ts";
import { marketingMenu, site } from "./site.ts";

export const englishMarketing = {
  /** The address of the landing page; the others are below it. */
  root: "/marketing",
  menu: marketingMenu,
  agencyTrade: site.agencyTrade,
  phoneHours: site.phoneHours,
  phoneOpenings,
  zoneName: site.officeHours.zoneName,
  marketing,
  packages,
  faq,
  questionnaire,
  makeoverForm: {
    questions: makeoverQuestions,
    specialties: makeoverSpecialties,
    worries: makeoverWorries,
    delays: makeoverDelays,
  },
  trust,
  trustWords,
} as const;

export type MarketingWords = Translated<typeof englishMarketing>;
