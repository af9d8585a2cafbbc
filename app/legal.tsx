// The legal texts, from content/legal.
import { Link, type MetaArgs } from "react-router";
import { logInWords } from "#content/interface.ts";
import accessibility from "#content/legal/accessibility.md?raw";
import patientData from "#content/legal/patient-data.md?raw";
import privacyPolicy from "#content/legal/privacy-policy.md?raw";
import termsAndConditions from "#content/legal/terms-and-conditions.md?raw";
import { legalFacts } from "#content/legal-facts.ts";
import { english } from "#content/words.ts";
import { LegalPage, legalMeta } from "./legal/legal-page.tsx";
import { readMarkdown } from "./legal/markdown.ts";

export const handle = { isPublic: true };

const texts = {
  "/lms/privacy-policy": readMarkdown(privacyPolicy, legalFacts),
  "/lms/terms-and-conditions": readMarkdown(termsAndConditions, legalFacts),
  "/marketing/patient-data": readMarkdown(patientData, legalFacts),
  "/marketing/accessibility": readMarkdown(accessibility, legalFacts),
};

export const meta = ({ location }: MetaArgs) => legalMeta(texts, english, location.pathname);

export default function Legal() {
  return (
    <LegalPage texts={texts} home="/marketing">
      <Link to="/lms">{logInWords.button}</Link>
    </LegalPage>
  );
}
