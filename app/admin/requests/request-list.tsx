// The rows. They don't move under the pointer; new ones wait behind a bar.
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { Empty } from "#app/ui/empty.tsx";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { useStableRows } from "#app/ui/lists/stable-rows.ts";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { type ContactRequest, mostContactRequestsCounted } from "#contract/contact-request-work.ts";
import styles from "./request-list.module.css";
import { RequestRow, type RowCalls } from "./request-row.tsx";
import type { View } from "./view.ts";

type ListProps = {
  queryKey: string;
  view: View;
  contactRequests: ContactRequest[];
  total: number;
  nextCursor: string | null;
  isStale: boolean;
};

export function RequestList(props: ListProps) {
  const { queryKey, view, contactRequests, total, nextCursor, isStale } = props;
  const [search] = useSearchParams();
  const { rows, waiting, showAll, holding } = useStableRows(contactRequests, {
    queryKey,
    group: () => "",
    isHeld: contactRequests.some(({ openCall }) => openCall !== null),
    isCut: nextCursor !== null,
  });
  const [calls] = useState<RowCalls>(() => new Map());
  useKeys({
    j: () => moveFocus(1),
    ArrowDown: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowUp: () => moveFocus(-1),
    c: () => calls.get(focusedId() ?? rows[0]?.item._id ?? "")?.(),
  });
  const more = new URLSearchParams(search);
  if (nextCursor) more.set("cursor", nextCursor);

  if (rows.length === 0) {
    const isNarrowed = view.q !== "" || view.kind !== null;
    return (
      <div className={styles.list}>
        <Empty>{isNarrowed ? words.noMatches : words.none[view.list]}</Empty>
      </div>
    );
  }
  const next = view.list === "open" ? rows.find(({ isGone }) => !isGone)?.item._id : undefined;
  return (
    <section
      className={styles.list}
      aria-label={words.listNames[view.list]}
      data-stale={isStale || undefined}
    >
      <div role="status">
        {waiting.length > 0 && (
          <button type="button" className={styles.arrived} onClick={showAll}>
            <strong>{words.arrived(waiting.length)}</strong> <span>{words.show}</span>
          </button>
        )}
      </div>
      <ul className={styles.rows} {...holding}>
        {rows.map(({ item, placed, isGone }) => (
          <RequestRow
            key={item._id}
            contactRequest={item}
            placed={placed}
            isGone={isGone}
            isNext={item._id === next}
            reading={view.reading}
            calls={calls}
          />
        ))}
      </ul>
      <footer className={styles.foot}>
        {nextCursor && (
          <Link to={`?${more}`} className={styles.more}>
            {words.more}
          </Link>
        )}
        <p>{words.shown(rows.length, words.count(total, mostContactRequestsCounted))}</p>
      </footer>
    </section>
  );
}

const names = () => [...document.querySelectorAll<HTMLElement>("[data-lead] [data-name]")];

function moveFocus(by: 1 | -1) {
  const rows = names();
  const current = rows.findIndex((name) =>
    name.closest("[data-lead]")?.contains(document.activeElement),
  );
  const next = current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + by));
  rows[next]?.focus();
}

/** The row that has the focus. */
function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-lead]")?.dataset.lead;
}
