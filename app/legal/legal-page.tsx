// A legal text from content/, with links to the others.
import type { ReactNode } from "react";
import { Link, type MetaDescriptor } from "react-router";
import { pageMeta } from "#app/page-meta.ts";
import { usePagePath } from "#app/page-path.ts";
import { TextPage } from "#app/ui/text-page.tsx";
import { useWords } from "#app/ui/words.ts";
import { site } from "#content/site.ts";
import type { Words } from "#content/words.ts";
import styles from "./legal-page.module.css";
import type { Block, readMarkdown } from "./markdown.ts";

/** The texts of the legal pages, by path. */
export type LegalTexts = Readonly<Record<string, ReturnType<typeof readMarkdown>>>;

export function legalMeta(texts: LegalTexts, { legal }: Words, pathname: string): MetaDescriptor[] {
  const [path, { title }] = textAt(texts, pathname);
  return pageMeta({
    title: `${title} | ${site.mailName}`,
    description: legal.description(title, site.mailName),
    path,
  });
}

/** A legal text inside the frame of a site, which already links to the other texts. */
export function LegalText({ texts, className }: { texts: LegalTexts; className?: string }) {
  const [, { title, blocks }] = textAt(texts, usePagePath());
  return (
    <main id="main" tabIndex={-1} className={className}>
      <h1>{title}</h1>
      {blocks.map((block) => (
        <LegalBlock key={keyOf(block)} block={block} />
      ))}
    </main>
  );
}

/**
 * `home`: the marketing site in the text's language. `children`: a link that follows the links to
 * the other texts.
 */
export function LegalPage({
  texts,
  home,
  children,
}: {
  texts: LegalTexts;
  home: string;
  children?: ReactNode;
}) {
  const { legal } = useWords();
  const [current, { title, blocks }] = textAt(texts, usePagePath());
  const others = (
    <nav className={styles.others} aria-label={legal.name}>
      {Object.entries(texts).map(([path, { title }]) => (
        <Link key={path} to={path} aria-current={path === current ? "page" : undefined}>
          {title}
        </Link>
      ))}
      {children}
    </nav>
  );
  return (
    <TextPage title={title} home={home} foot={others}>
      {blocks.map((block) => (
        <LegalBlock key={keyOf(block)} block={block} />
      ))}
    </TextPage>
  );
}

/** Returns the text for the path, or else the first one. */
function textAt(texts: LegalTexts, pathname: string): [string, LegalTexts[string]] {
  const all = Object.entries(texts);
  const found = all.find(([path]) => path === pathname.replace(/\/$/, "")) ?? all[0];
  if (!found) throw new Error("There are no legal texts");
  return found;
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

/** Returns the text with the agency's phone number and email address as links. */
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
