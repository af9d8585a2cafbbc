// The marketing site's evidence in Spanish. It has the same parts and the same numbers as
// content/marketing/trust.ts.
import type { MarketingWords } from "#content/marketing-words.ts";
import { owner } from "#content/owner.ts";
import { site } from "#content/site.ts";
import { story } from "#content/story.ts";
import type { Trust } from "#contract/content.ts";

export const spanishTrust: Trust = {
  results: story.results?.es ?? null,
  reviews: [],
  logos: [],
  adSamples: [],
  founderPhoto: owner.photo && { ...owner.photo, alt: site.owner },
  office: null,
};

export const spanishTrustWords: MarketingWords["trustWords"] = {
  results: "Cuánto espera un contacto nuevo",
  reviews: "Lo que dicen los consultorios",
  source: (source, date) => `${source}, ${date}`,
  logos: "Consultorios con los que trabajamos",
  adSamples: "Anuncios que hemos hecho",
  map: "Ver en el mapa",
};
