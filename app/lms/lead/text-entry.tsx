// A text in a lead's conversation: who wrote it, its words, and its state. The person's are on the
// left, the practice's on the right.
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconClock } from "#app/lms/shell/desk-icons.ts";
import { callName, givenFirstName, plainName } from "#app/lms/shell/names.tsx";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { IconAlertTriangle, IconCheck } from "#app/ui/icons.tsx";
import { textProblemWords, textStateWords, leadTextWords as words } from "#content/desk/texts.ts";
import type { Lead } from "#contract/leads.ts";
import type { Text, TextState } from "#contract/texts.ts";
import { ClockTime } from "./clock-time.tsx";
import styles from "./timeline.module.css";
import type { ThreadEntry } from "./timeline-entries.ts";
import type { LeadTextsOnScreen } from "./use-lead-texts.ts";

const icons: Partial<Record<TextState, typeof IconClock>> = {
  ...{ queued: IconClock, sending: IconClock },
  ...{ accepted: IconCheck, sent: IconCheck, delivered: IconCheck },
  ...{ failed: IconAlertTriangle, unknown: IconAlertTriangle },
};

type EntryProps = {
  entry: ThreadEntry;
  lead: Lead;
  texts: LeadTextsOnScreen;
  timeZone: string;
};

export function TextEntry({ entry, lead, texts, timeZone }: EntryProps) {
  const isTheirs = entry.kind === "text_received";
  const text = texts.known?.texts.find(({ _id }) => _id === entry.data.textId);
  const isLoading = !texts.known && !texts.isFailed;
  return (
    <li className={isTheirs ? styles.theirs : styles.email} data-state={text?.state}>
      <p className={styles.who}>
        <strong>{isTheirs ? fromText(lead) : byText(entry, text)}</strong>
        {text && texts.fresh.has(text._id) && <strong>{words.fresh}</strong>}
        <ClockTime at={entry.happenedAt} timeZone={timeZone} />
        {!isTheirs && text && <State text={text} />}
      </p>
      <div className={styles.bubble}>
        {(isLoading || text?.body) && (
          <p className={styles.said} data-loading={isLoading || undefined} dir="auto">
            {text?.body}
          </p>
        )}
        {text !== undefined && text.mediaCount > 0 && <Media text={text} leadId={lead._id} />}
      </div>
      {text?.problem && <p className={styles.problem}>{textProblemWords[text.problem]}</p>}
    </li>
  );
}

/** Nothing is fetched until someone asks, because people send pictures of themselves. */
function Media({ text, leadId }: { text: Text; leadId: string }) {
  const { viewAs } = useDesk();
  const opened = viewAs ? [] : text.media;
  const others = text.mediaCount - opened.length;
  return (
    <>
      {opened.map((type, index) => (
        <ButtonAnchor
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the file's address
          key={index}
          variant="outline"
          isSmall
          href={`/api/leads/${leadId}/texts/${text._id}/media/${index}`}
          download
        >
          {words.open(type === "application/pdf", opened.length > 1 ? index + 1 : null)}
        </ButtonAnchor>
      ))}
      {others > 0 && <p className={styles.by}>{words.media(others)}</p>}
    </>
  );
}

function State({ text: { state } }: { text: Text }) {
  const Icon = icons[state];
  return (
    <span className={styles.state} role="status">
      {Icon && <Icon size={14} aria-hidden />}
      {textStateWords[state]}
    </span>
  );
}

/** "Text from Ruth" */
function fromText(lead: Lead): string {
  const name = plainName(givenFirstName(lead) || callName(lead));
  return name ? words.from(name) : words.fromSomebody;
}

function byText({ by }: ThreadEntry, text: Text | undefined): string {
  const author = text?.by ?? by;
  return author ? words.by(author) : words.ours;
}
