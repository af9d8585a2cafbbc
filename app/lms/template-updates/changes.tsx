// Shows what an update changes in a template. Texts are compared word by word; other changes are
// described.
import { Hidden } from "#app/ui/hidden.tsx";
import { toBrackets } from "#app/ui/rich-text/merge-fields.ts";
import { templateUpdateWords as words } from "#content/desk/template-updates.ts";
import { delays, ownDelay, receivedWhileNames } from "#content/desk/templates.ts";
import { languageNames } from "#content/languages.ts";
import type { TemplateKind, TemplateWords } from "#contract/templates.ts";
import styles from "./changes.module.css";
import { compareWords, type Part } from "./compare-words.ts";
import { plainText } from "./plain-text.ts";

type ChangesProps = {
  kind: TemplateKind;
  /** The template before the update; null if the template is new. */
  from: TemplateWords | null;
  to: TemplateWords;
};

/** One part of an update, as text. `from` is null if the part is new. */
export type Row = { name: string; from: string | null; to: string };

/** Shows only what changes, or the whole template if it is new. */
export function Changes({ kind, from, to }: ChangesProps) {
  return <ChangedRows rows={rowsOf(kind, from, to)} />;
}

export function ChangedRows({ rows }: { rows: Row[] }) {
  const changed = rows.filter((row) => row.from !== row.to);
  if (changed.length === 0) return <p className={styles.only}>{words.onlyFormatting}</p>;
  return (
    <dl className={styles.changes}>
      {changed.map(({ name, from, to }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{from === null ? to : <Marked parts={compareWords(from, to)} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function rowsOf(kind: TemplateKind, from: TemplateWords | null, to: TemplateWords): Row[] {
  const row = (name: string, read: (from: TemplateWords) => string) => ({
    ...{ name, from: from && read(from), to: read(to) },
  });
  const text = row(words.text, ({ body }) => textOf(kind, body));
  if (kind === "note") return [text];
  const language = row(words.language, ({ language: code }) => languageNames[code]);
  if (kind === "text") return [language, text];
  const email = [language, row(words.subject, ({ subject }) => toBrackets(subject)), text];
  if (kind === "email") return email;
  return [
    ...email,
    row(words.receivedWhile, ({ receivedWhile }) => receivedWhileNames[receivedWhile]),
    row(words.sent, ({ delayMinutes }) => delayName(delayMinutes)),
    row(words.hours, ({ isInOpenHoursOnly }) => (isInOpenHoursOnly ? words.yes : words.no)),
  ];
}

function textOf(kind: TemplateKind, body: string): string {
  if (kind === "note") return body;
  return kind === "text" ? toBrackets(body) : plainText(body);
}

function delayName(minutes: number): string {
  return delays.find((delay) => delay.minutes === minutes)?.name ?? ownDelay(minutes);
}

function Marked({ parts }: { parts: Part[] }) {
  return parts.map(({ change, text }, index) => {
    const key = `${index} ${change}`;
    if (change === "same") return <span key={key}>{text}</span>;
    const Tag = change === "removed" ? "del" : "ins";
    return (
      <Tag key={key} className={styles[change]}>
        <Hidden>{change === "removed" ? words.deleted : words.inserted} </Hidden>
        {text}
        <Hidden> {words.ended} </Hidden>
      </Tag>
    );
  });
}
