// The thread of a lead's conversation, oldest first and grouped by day. It opens scrolled to the
// newest entry.
import { Fragment, useRef, useState } from "react";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Button } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/now.tsx";
import { conversationWords, noteWords, timelineWords } from "#content/desk/lead.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { dateText, weekdayDateText } from "#contract/moment-text.ts";
import type { NewNote } from "#contract/notes.ts";
import { dayIn } from "#contract/zones.ts";
import { usePendingNotes } from "./notes.tsx";
import styles from "./timeline.module.css";
import { byDay, isShown, type ThreadEntry, type ThreadFilter } from "./timeline-entries.ts";
import { Entry } from "./timeline-entry.tsx";
import type { LeadEmails } from "./use-lead-emails.ts";
import type { LeadTextsOnScreen } from "./use-lead-texts.ts";

/**
 * How many of the newest entries are shown at first, enough for a call. A button shows the rest.
 */
const shownAtFirst = 30;

type TimelineProps = {
  id: string;
  detail: LeadDetail;
  entries: ThreadEntry[];
  filter: ThreadFilter;
  /** Whether technical entries are shown. */
  isUnfolded: boolean;
  emails: LeadEmails;
  texts: LeadTextsOnScreen;
};

export function Timeline({ id, detail, entries, filter, isUnfolded, ...messages }: TimelineProps) {
  const { timeZone } = useDesk().client;
  const pending = usePendingNotes(detail.lead._id);
  const [isWhole, setIsWhole] = useState(false);
  const thread = useRef<HTMLElement>(null);
  const all = entries.filter((entry) => isShown(entry, filter, isUnfolded));
  const isCut = !isWhole && all.length > shownAtFirst;
  const days = byDay(isCut ? all.slice(-shownAtFirst) : all, timeZone);
  const waiting = filter === "everything" || filter === "notes" ? pending : [];
  return (
    <section
      ref={thread}
      id={id}
      className={styles.thread}
      aria-label={conversationWords.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
      tabIndex={0}
    >
      <div className={styles.inner}>
        {isCut && (
          <Button
            variant="quiet"
            isSmall
            className={styles.whole}
            onClick={() => {
              setIsWhole(true);
              // The focus moves to the thread, because the button that had it disappears.
              thread.current?.focus({ preventScroll: true });
            }}
          >
            {timelineWords.showAll(all.length)}
          </Button>
        )}
        {!isCut && detail.isTimelineCut && <p className={styles.by}>{timelineWords.older}</p>}
        {days.map((one) => (
          <Fragment key={one.day}>
            <p className={styles.day} id={`${id}-${one.day}`}>
              <Day at={one.entries[0]?.happenedAt ?? ""} timeZone={timeZone} />
            </p>
            <ol aria-labelledby={`${id}-${one.day}`}>
              {one.entries.map((entry) => (
                <Entry key={keyOf(entry)} {...{ entry, detail, timeZone, ...messages }} />
              ))}
            </ol>
          </Fragment>
        ))}
        {waiting.length > 0 && <Waiting notes={waiting} />}
        {all.length === 0 && waiting.length === 0 && (
          <p className={styles.by}>{conversationWords.none[filter]}</p>
        )}
      </div>
    </section>
  );
}

/** Returns a key that doesn't change with an email's state, because the email may be open. */
function keyOf({ _id, topics, isTechnical, data }: ThreadEntry): string {
  return topics.includes("emails") && !isTechnical ? String(data.mailId ?? _id) : _id;
}

/** Shows "Today" or a day such as "Mon, Nov 30", with the year if it isn't this year's. */
function Day({ at, timeZone }: { at: string; timeZone: string }) {
  const now = useNow();
  const day = dayIn(new Date(at), timeZone);
  const today = dayIn(now, timeZone);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const date = isThisYear ? weekdayDateText(at, timeZone) : dateText(at, timeZone);
  return <span suppressHydrationWarning>{day === today ? conversationWords.today : date}</span>;
}

/** Shows the notes that wait for the connection. */
function Waiting({ notes }: { notes: NewNote[] }) {
  return (
    <ol>
      {notes.map((note) => (
        <li key={note.submissionId} className={styles.note}>
          <p className={styles.who}>
            <strong>{noteWords.mine}</strong>
            <span>{noteWords.waiting}</span>
          </p>
          <p className={styles.words} dir="auto">
            {note.text || note.title}
          </p>
        </li>
      ))}
    </ol>
  );
}
