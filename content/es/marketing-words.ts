// All text of the marketing site in Spanish. It uses the formal "usted", like a business in Tampa.
import type { MarketingWords } from "#content/marketing-words.ts";
import { spanishFaq } from "./faq.ts";
import { spanishMakeover } from "./makeover.ts";
import { spanishMarketing as marketing, spanishPackages } from "./marketing.ts";
import { spanishPhoneHours, spanishPhoneOpenings, spanishZoneName } from "./office.ts";
import { spanishQuestionnaire } from "./questionnaire.ts";
import { spanishTrust, spanishTrustWords } from "./trust.ts";

export const spanishMarketing: MarketingWords = {
  root: "/es/marketing",
  menu: [
    { name: "Servicios", url: "/es/marketing#services" },
    { name: "Nosotros", url: "/es/marketing#about" },
    { name: "Precios", url: "/es/marketing#pricing" },
    { name: "Preguntas", url: "/es/marketing/faq" },
    { name: "Contacto", url: "/es/marketing/contact" },
    { name: "Entrar", url: "/lms" },
  ],
  agencyTrade: "Para consultorios",
  phoneHours: `D${spanishPhoneHours.slice(1)}`,
  phoneOpenings: spanishPhoneOpenings,
  zoneName: spanishZoneName,
  marketing,
  packages: spanishPackages,
  faq: spanishFaq,
  questionnaire: spanishQuestionnaire,
  makeoverForm: spanishMakeover,
  trust: spanishTrust,
  trustWords: spanishTrustWords,
};
