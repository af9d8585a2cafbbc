// Structured data about the agency for search engines (schema.org), built from the same content as
// the pages, so that the two never differ.
import type { MetaDescriptor } from "react-router";
import type { MarketingWords } from "#content/marketing-words.ts";
import { site } from "#content/site.ts";
import { placeholders } from "#contract/placeholders.ts";

const { origin } = placeholders;

/** The agency, its area, and its offers with prices. */
export function agencyData({ root, marketing, packages }: MarketingWords): MetaDescriptor {
  return {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "ProfessionalService",
      "@id": `${origin}/marketing#agency`,
      name: site.mailName,
      description: marketing.description,
      url: `${origin}${root}`,
      telephone: site.phoneLink,
      email: site.agencyEmail,
      address: site.postalAddress,
      founder: { "@type": "Person", name: site.owner },
      areaServed: {
        "@type": "AdministrativeArea",
        name: site.areaServed,
      },
      priceRange: `$${packages[0].price}–$${packages[2].price}`,
      makesOffer: packages.map(({ id, price, title, says }) => ({
        "@type": "Offer",
        url: `${origin}${root}/get-started?p=${id}`,
        price,
        priceCurrency: "USD",
        itemOffered: {
          "@type": "Service",
          name: title,
          description: says,
          serviceType: marketing.serviceType,
        },
      })),
    },
  };
}

/** The FAQ's questions and answers. */
export function faqData({ root, faq }: MarketingWords): MetaDescriptor {
  return {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: faq.map(({ id, question, answer }) => ({
        "@type": "Question",
        "@id": `${origin}${root}/faq#${id}`,
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  };
}
