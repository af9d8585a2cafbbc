// The shared HTML layout of all emails: the text, with small print below it. It uses tables and
// inline styles, because some mail programs support nothing else. A style sheet adds dark colors
// and a narrow layout for the others.
import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import type { Language } from "#contract/languages.ts";
import { emailStyles } from "./email-styles.ts";

const face = "'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif";

type FrameProps = { subject: string; language?: Language; foot: ReactNode; children: ReactNode };

export function EmailFrame({ subject, language = "en", foot, children }: FrameProps) {
  return (
    <Html lang={language}>
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{emailStyles}</style>
      </Head>
      <Body style={{ margin: 0, padding: 0, backgroundColor: "#faf9f6", fontFamily: face }}>
        <Container className="page" style={{ maxWidth: "600px", padding: "24px 12px" }}>
          <Section className="sheet" style={sheet}>
            {children}
          </Section>
          <Section className="foot" style={{ padding: "20px 36px" }}>
            {foot}
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

export function FootText({ children }: { children: ReactNode }) {
  return (
    <Text className="foot" style={small}>
      {children}
    </Text>
  );
}

export function FootLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={{ color: "#5a6764", textDecoration: "underline" }}>
      {children}
    </Link>
  );
}

const sheet = {
  padding: "32px 36px",
  border: "1px solid #e2e4df",
  borderRadius: "10px",
  backgroundColor: "#ffffff",
} as const;
const small = { margin: 0, color: "#5a6764", fontSize: "13px", lineHeight: "20px" } as const;
