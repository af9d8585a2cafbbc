// A practice's email in HTML for mail programs: tables and inline styles, because some support
// nothing else; a style sheet adds what the others support (dark colors, a narrow screen).
import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { render, toPlainText } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { emailWords } from "#content/letter.ts";
import { emailStyles } from "./email-styles.ts";
import { inlineEmailStyles } from "./inline-email-styles.ts";

export type EmailLayout = {
  subject: string;
  /** Sanitized, with its merge fields filled in. */
  body: string;
  practice: { name: string; phone: string; address: string };
  /** The unsubscribe link of an automatic email; null: sent by a person. */
  unsubscribeUrl: string | null;
};

const face = "'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif";

/** The whole document, and a text-only version. */
export async function renderEmailHtml(
  letter: EmailLayout,
): Promise<{ html: string; text: string }> {
  const html = await render(<EmailPage {...letter} />);
  return { html, text: toPlainText(html) };
}

function EmailPage({ subject, body, practice, unsubscribeUrl }: EmailLayout) {
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{emailStyles}</style>
      </Head>
      <Body style={{ margin: 0, padding: 0, backgroundColor: "#faf9f6", fontFamily: face }}>
        <Container className="page" style={{ maxWidth: "600px", padding: "24px 12px" }}>
          <Section
            className="sheet"
            style={{
              padding: "32px 36px",
              border: "1px solid #e2e4df",
              borderRadius: "10px",
              backgroundColor: "#ffffff",
            }}
          >
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
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the one way to place rich text
              dangerouslySetInnerHTML={{ __html: inlineEmailStyles(body) }}
            />
          </Section>
          <Section className="foot" style={{ padding: "20px 36px" }}>
            <Text className="foot" style={small}>
              {practice.name}
              <br />
              {practice.address}
              <br />
              {practice.phone}
            </Text>
            {unsubscribeUrl && (
              <>
                <Hr style={{ margin: "12px 0", borderColor: "#e2e4df" }} />
                <Text className="foot" style={small}>
                  {emailWords.why(practice.name)}{" "}
                  <Link
                    href={unsubscribeUrl}
                    style={{ color: "#5a6764", textDecoration: "underline" }}
                  >
                    {emailWords.unsubscribe}
                  </Link>
                </Text>
              </>
            )}
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

const small = { margin: 0, color: "#5a6764", fontSize: "13px", lineHeight: "20px" } as const;
