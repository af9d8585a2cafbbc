// A practice's email in HTML, and as text.
import { Hr } from "@react-email/hr";
import { render, toPlainText } from "@react-email/render";
import { Text } from "@react-email/text";
import { letterWords } from "#content/letter.ts";
import type { Language } from "#contract/languages.ts";
import { EmailFrame, FootLink, FootText } from "./email-frame.tsx";
import { inlineEmailStyles } from "./inline-email-styles.ts";

export type EmailLayout = {
  subject: string;
  /** Sanitized, with its merge fields filled in. */
  body: string;
  language: Language;
  practice: { name: string; phone: string; address: string };
  /** The unsubscribe link of an automatic email, or null if sent by a person. */
  unsubscribeUrl: string | null;
};

/** Returns the whole document, and a text-only version. */
export async function renderEmailHtml(
  letter: EmailLayout,
): Promise<{ html: string; text: string }> {
  const html = await render(<EmailPage {...letter} />);
  return { html, text: toPlainText(html) };
}

function EmailPage({ subject, body, language, practice, unsubscribeUrl }: EmailLayout) {
  const foot = <Foot {...{ language, practice, unsubscribeUrl }} />;
  return (
    <EmailFrame subject={subject} language={language} foot={foot}>
      <Text
        className="name"
        style={{ margin: "0 0 20px", color: "#14211f", fontSize: "15px", fontWeight: 700 }}
      >
        {practice.name}
      </Text>
      <div
        className="words"
        style={{ overflowWrap: "anywhere", wordBreak: "break-word" }}
        // Sanitized when it was saved and again after its merge fields were filled in.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the only way to insert rich text
        dangerouslySetInnerHTML={{ __html: inlineEmailStyles(body) }}
      />
    </EmailFrame>
  );
}

function Foot({ language, practice, unsubscribeUrl }: Omit<EmailLayout, "subject" | "body">) {
  const words = letterWords[language];
  return (
    <>
      <FootText>
        {practice.name}
        <br />
        {practice.address}
        <br />
        {practice.phone}
      </FootText>
      {unsubscribeUrl && (
        <>
          <Hr style={{ margin: "12px 0", borderColor: "#e2e4df" }} />
          <FootText>
            {words.why(practice.name)}{" "}
            <FootLink href={unsubscribeUrl}>{words.unsubscribe}</FootLink>
          </FootText>
        </>
      )}
    </>
  );
}
