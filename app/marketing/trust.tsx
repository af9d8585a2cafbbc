// What a careful practice asks before it signs a contract: how its patients' data is handled, and
// how accessible the pages are.
import type { MetaArgs } from "react-router";
import { LegalText, legalMeta } from "#app/legal/legal-page.tsx";
import { readMarkdown } from "#app/legal/markdown.ts";
import accessibility from "#content/legal/accessibility.md?raw";
import patientData from "#content/legal/patient-data.md?raw";
import { legalFacts } from "#content/legal-facts.ts";
import { english } from "#content/words.ts";
import { CallBar } from "./call-bar.tsx";
import styles from "./trust.module.css";

const texts = {
  "/marketing/patient-data": readMarkdown(patientData, legalFacts),
  "/marketing/accessibility": readMarkdown(accessibility, legalFacts),
};

export const meta = ({ location }: MetaArgs) => legalMeta(texts, english, location.pathname);

export default function Trust() {
  return (
    <>
      <LegalText texts={texts} className={styles.page} />
      <CallBar />
    </>
  );
}
