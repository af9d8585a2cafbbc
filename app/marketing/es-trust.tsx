// The trust pages in Spanish.
import type { MetaArgs } from "react-router";
import { LegalText, legalMeta } from "#app/legal/legal-page.tsx";
import { readMarkdown } from "#app/legal/markdown.ts";
import accessibility from "#content/es/legal/accessibility.md?raw";
import patientData from "#content/es/legal/patient-data.md?raw";
import { spanishLegalFacts } from "#content/es/legal-facts.ts";
import { spanish } from "#content/es/words.ts";
import { CallBar } from "./call-bar.tsx";
import styles from "./trust.module.css";

const texts = {
  "/es/marketing/patient-data": readMarkdown(patientData, spanishLegalFacts),
  "/es/marketing/accessibility": readMarkdown(accessibility, spanishLegalFacts),
};

export const meta = ({ location }: MetaArgs) => legalMeta(texts, spanish, location.pathname);

export default function SpanishTrust() {
  return (
    <>
      <LegalText texts={texts} className={styles.page} />
      <CallBar />
    </>
  );
}
