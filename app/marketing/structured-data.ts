// Structured data about the agency for search engines (schema.org). It is built from the same
// content as the pages, so that the two always match.
import type { MetaDescriptor } from "react-router";
import { previewPath } from "#app/page-meta.ts";
import type { MarketingWords } from "#content/marketing-words.ts";
import { site } from "#content/site.ts";
import type { weekdays } from "#contract/opens-on.ts";
import { placeholders } from "#contract/placeholders.ts";

const { origin } = placeholders;

/** The days' names in schema.org. */
const dayNames: Record<(typeof weekdays)[number], string> = {
  Sun: "Sunday",
  Mon: "Monday",
  Tue: "Tuesday",
  Wed: "Wednesday",
  Thu: "Thursday",
  Fri: "Friday",
  Sat: "Saturday",
};

/** Returns the structured data about the agency, its area, and its offers with prices. */
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
      logo: `${origin}/icon-512.png`,
      image: `${origin}${previewPath(root)}`,
      openingHoursSpecification: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: site.officeHours.days.map((day) => dayNames[day]),
        opens: `${String(site.officeHours.from).padStart(2, "0")}:00`,
        closes: `${String(site.officeHours.to).padStart(2, "0")}:00`,
      },
      priceRange: `$${packages[0].price}–$${packages[2].price}`,
      makesOffer: packages.map(({ id, price, title, says, hasAds: isMonthly }) => ({
        "@type": "Offer",
        url: `${origin}${root}/get-started?p=${id}`,
        price,
        priceCurrency: "USD",
        // A monthly price needs a billing duration, to tell it from a single payment.
        ...(isMonthly && {
          priceSpecification: {
            "@type": "UnitPriceSpecification",
            price,
            priceCurrency: "USD",
            unitCode: "MON",
          },
        }),
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

/** Returns the structured data about the FAQ's questions and answers. */
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
