// All text of the marketing site in English. The Spanish version is in
// content/es/marketing-words.ts, and the build fails if something is missing there.
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
  /** The path of the landing page. The paths of the other pages start with it. */
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
