// The legal texts in Spanish, from content/es/legal.
import type { MetaArgs } from "react-router";
import accessibility from "#content/es/legal/accessibility.md?raw";
import patientData from "#content/es/legal/patient-data.md?raw";
import privacyPolicy from "#content/es/legal/privacy-policy.md?raw";
import termsAndConditions from "#content/es/legal/terms-and-conditions.md?raw";
import { spanishLegalFacts } from "#content/es/legal-facts.ts";
import { spanish } from "#content/es/words.ts";
import { LegalPage, legalMeta } from "./legal/legal-page.tsx";
import { readMarkdown } from "./legal/markdown.ts";
import { WordsContext } from "./ui/words.ts";

export const handle = { isPublic: true, language: "es" };

const texts = {
  "/es/lms/privacy-policy": readMarkdown(privacyPolicy, spanishLegalFacts),
  "/es/lms/terms-and-conditions": readMarkdown(termsAndConditions, spanishLegalFacts),
  "/es/marketing/patient-data": readMarkdown(patientData, spanishLegalFacts),
  "/es/marketing/accessibility": readMarkdown(accessibility, spanishLegalFacts),
};

export const meta = ({ location }: MetaArgs) => legalMeta(texts, spanish, location.pathname);

export default function SpanishLegal() {
  return (
    <WordsContext value={spanish}>
      <LegalPage texts={texts} home="/es/marketing" />
    </WordsContext>
  );
}
