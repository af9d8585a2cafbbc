// What search engines read about the agency, in schema.org's words. Made of the same words as the
// pages, so that both always say the same.
import type { MetaDescriptor } from "react-router";
import { faq } from "#content/faq.ts";
import { marketing, packages } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { placeholders } from "#contract/placeholders.ts";

const { origin } = placeholders;
const agency = { "@id": `${origin}/marketing#agency` };

/** The agency, where it works, and what it offers at which price. */
export function agencyData(): MetaDescriptor {
  return {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@graph": [
        {
          "@type": "ProfessionalService",
          ...agency,
          name: site.mailName,
          description: marketing.description,
          url: `${origin}/marketing`,
          telephone: site.phoneLink,
          email: site.agencyEmail,
          address: site.postalAddress,
          founder: { "@type": "Person", name: site.owner },
          areaServed: {
            "@type": "AdministrativeArea",
            name: site.areaServed,
          },
          priceRange: `$${packages[0].price}–$${packages[2].price}`,
          makesOffer: packages.map(({ id, price, title }) => ({
            "@type": "Offer",
            name: title,
            price,
            priceCurrency: "USD",
            url: `${origin}/marketing/get-started?p=${id}`,
            itemOffered: { "@id": `${origin}/marketing#${id}` },
          })),
        },
        ...packages.map(({ id, title, says, features }) => ({
          "@type": "Service",
          "@id": `${origin}/marketing#${id}`,
          name: title,
          description: `${says} ${features.join(", ")}.`,
          serviceType: "Marketing for medical and dental practices",
          areaServed: site.areaServed,
          provider: agency,
        })),
      ],
    },
  };
}

/** The questions and their answers. */
export function faqData(): MetaDescriptor {
  return {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "FAQPage",
      mainEntity: faq.map(({ id, question, answer }) => ({
        "@type": "Question",
        "@id": `${origin}/marketing/faq#${id}`,
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  };
}
