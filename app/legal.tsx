// The legal texts, from content/legal.
import type { ReactNode } from "react";
import { Link, type MetaArgs } from "react-router";
import { legalWords, logInWords } from "#content/interface.ts";
import accessibility from "#content/legal/accessibility.md?raw";
import patientData from "#content/legal/patient-data.md?raw";
import privacyPolicy from "#content/legal/privacy-policy.md?raw";
import termsAndConditions from "#content/legal/terms-and-conditions.md?raw";
import { site } from "#content/site.ts";
import { type Block, readMarkdown } from "./legal/markdown.ts";
import styles from "./legal.module.css";
import { pageMeta } from "./page-meta.ts";
import { usePagePath } from "./page-path.ts";
import { SkipLink } from "./ui/skip-link.tsx";
import { ThemeSwitch } from "./ui/theme-switch.tsx";

export const handle = { isPublic: true };

const texts = {
  "/lms/privacy-policy": readMarkdown(privacyPolicy),
  "/lms/terms-and-conditions": readMarkdown(termsAndConditions),
  "/marketing/patient-data": readMarkdown(patientData),
  "/marketing/accessibility": readMarkdown(accessibility),
} as const;

const paths = Object.keys(texts) as (keyof typeof texts)[];

export const meta = ({ location }: MetaArgs) => {
  const path = pathOf(location.pathname);
  const { title } = texts[path];
  return pageMeta({
    title: `${title} | ${site.mailName}`,
    description: legalWords.description(title, site.mailName),
    path,
  });
};

export default function Legal() {
  const current = pathOf(usePagePath());
  const { title, blocks } = texts[current];
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.top}>
        <Link to="/marketing" className={styles.name}>
          {site.mailName}
        </Link>
        <ThemeSwitch />
      </header>
      <main id="main" tabIndex={-1} className={styles.text}>
        <h1>{title}</h1>
        {blocks.map((block) => (
          <LegalBlock key={keyOf(block)} block={block} />
        ))}
      </main>
      <nav className={styles.others} aria-label={legalWords.name}>
        {paths.map((path) => (
          <Link key={path} to={path} aria-current={path === current ? "page" : undefined}>
            {texts[path].title}
          </Link>
        ))}
        <Link to="/lms">{logInWords.button}</Link>
      </nav>
    </div>
  );
}

function LegalBlock({ block }: { block: Block }) {
  if (block.kind === "heading") return <h2>{block.text}</h2>;
  if (block.kind === "paragraph") return <p>{withLinks(block.text)}</p>;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{withLinks(item)}</li>
      ))}
    </ul>
  );
}

const ways = [
  { says: site.agencyEmail, href: `mailto:${site.agencyEmail}` },
  { says: site.phone, href: `tel:${site.phoneLink}` },
];

/** Turns the agency's phone number and email address into links. */
function withLinks(text: string): ReactNode {
  const way = ways.find(({ says }) => text.includes(says));
  if (!way) return text;
  const [before = "", ...after] = text.split(way.says);
  return (
    <>
      {withLinks(before)}
      <a href={way.href}>{way.says}</a>
      {withLinks(after.join(way.says))}
    </>
  );
}

function keyOf(block: Block): string {
  return block.kind === "list" ? block.items.join() : block.text;
}

function pathOf(pathname: string): keyof typeof texts {
  const wanted = pathname.replace(/\/$/, "");
  return paths.find((path) => path === wanted) ?? "/lms/privacy-policy";
}
