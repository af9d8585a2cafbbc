// The right half of a lead's page: one thread of everything that was said and done, with filters
// above and the composer below.
import { useId, useMemo, useState } from "react";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconChevronRight } from "#app/lms/shell/desk-icons.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { NowInMinutes } from "#app/ui/now.tsx";
import { conversationWords as words } from "#content/desk/lead.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { Composer, useComposerTab } from "./composer.tsx";
import styles from "./conversation.module.css";
import { Timeline } from "./timeline.tsx";
import { countOf, entriesOf, type ThreadFilter, threadFilters } from "./timeline-entries.ts";
import { useLeadEmails } from "./use-lead-emails.ts";
import { useLeadTexts } from "./use-lead-texts.ts";

export function Conversation({ detail }: { detail: LeadDetail }) {
  const { viewAs } = useDesk();
  const threadId = useId();
  const [filter, setFilter] = useState<ThreadFilter>("everything");
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [composed] = useComposerTab();
  const { timeline, calls } = detail;
  const entries = useMemo(() => entriesOf({ timeline, calls }), [timeline, calls]);
  const hasEmails = entries.some(({ topics }) => topics.includes("emails"));
  const emails = useLeadEmails(detail, hasEmails || composed === "email");
  const hasTextEntries = entries.some(({ topics }) => topics.includes("texts"));
  const texts = useLeadTexts(detail, hasTextEntries || composed === "text");
  // A practice without texts doesn't read of them.
  const filters = threadFilters.filter((name) => name !== "texts" || hasTextEntries);
  const technical = entries.filter(({ isTechnical }) => isTechnical).length;
  const titleOf = (name: ThreadFilter) => {
    if (name === "everything") return words.everything;
    const count = countOf(entries, name);
    return count > 0 ? `${words.topics[name]} ${count}` : words.topics[name];
  };
  return (
    <div className={styles.box}>
      <h2>
        <Hidden>{words.label}</Hidden>
      </h2>
      <div className={styles.top}>
        <fieldset className={styles.filters} aria-label={words.filters}>
          {filters.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === filter}
              aria-controls={threadId}
              onClick={() => setFilter(name)}
            >
              {titleOf(name)}
            </button>
          ))}
        </fieldset>
        {filter === "everything" && technical > 0 && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isUnfolded}
            aria-controls={threadId}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            <IconChevronRight size={16} aria-hidden />
            {words.technical(technical, isUnfolded)}
          </button>
        )}
      </div>
      <NowInMinutes isOn>
        {/* A change of filter reopens the thread at its newest entry. */}
        <Timeline
          key={filter}
          {...{ id: threadId, detail, entries, filter, isUnfolded, emails, texts }}
        />
      </NowInMinutes>
      {!viewAs && (
        <div className={styles.composer}>
          <Composer detail={detail} emails={emails} texts={texts} />
        </div>
      )}
    </div>
  );
}
