// The rows of the list. They don't move under the pointer: a bar counts new requests until it is
// clicked. Next to a selected request the rows are shorter, and J and K select the next and the
// previous request.
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { Empty } from "#app/ui/empty.tsx";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { useStableRows } from "#app/ui/lists/stable-rows.ts";
import { contactRequestWords as words } from "#content/console/contact-requests.ts";
import { type ContactRequest, mostContactRequestsCounted } from "#contract/contact-request-work.ts";
import { PaneRow } from "./pane-row.tsx";
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
  /** The request that is shown next to the list; undefined if the list fills the page. */
  chosen: string | undefined;
};

export function RequestList(props: ListProps) {
  const { queryKey, view, contactRequests, total, nextCursor, isStale, chosen } = props;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { rows, waiting, showAll, holding } = useStableRows(contactRequests, {
    queryKey,
    group: () => "",
    isHeld: contactRequests.some(({ openCall }) => openCall !== null),
    isCut: nextCursor !== null,
  });
  const [calls] = useState<RowCalls>(() => new Map());
  const choose = (by: 1 | -1) => {
    const ids = rows.map(({ item }) => item._id);
    const at = chosen === undefined ? -1 : ids.indexOf(chosen);
    const next = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (next === undefined || next === chosen) return;
    // The history entry is replaced, so that Back returns to the page from which the first request
    // was opened.
    void navigate(`/admin/requests/${next}?${search}`, { replace: true });
  };
  const isBeside = chosen !== undefined;
  useKeys({
    j: () => (isBeside ? choose(1) : moveFocus(1)),
    k: () => (isBeside ? choose(-1) : moveFocus(-1)),
    // Next to a selected request, the arrow keys scroll that request and C calls its person.
    ArrowDown: isBeside ? null : () => moveFocus(1),
    ArrowUp: isBeside ? null : () => moveFocus(-1),
    c: isBeside ? null : () => calls.get(focusedId() ?? rows[0]?.item._id ?? "")?.(),
  });
  const more = new URLSearchParams(search);
  if (nextCursor) more.set("cursor", nextCursor);

  if (rows.length === 0) {
    const isNarrowed = view.q !== "" || view.kind !== null || view.assignee !== null;
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
        {rows.map(({ item, placed, isGone }) =>
          isBeside ? (
            <PaneRow
              key={item._id}
              contactRequest={item}
              isChosen={item._id === chosen}
              isGone={isGone}
              reading={view.reading}
            />
          ) : (
            <RequestRow
              key={item._id}
              contactRequest={item}
              placed={placed}
              isGone={isGone}
              isNext={item._id === next}
              reading={view.reading}
              calls={calls}
            />
          ),
        )}
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

/** Returns the id of the row that has the focus. */
function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-lead]")?.dataset.lead;
}
