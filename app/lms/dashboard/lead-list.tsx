// The queue: who waits, who is due, who was called. Rows never move under a finger: what comes in
// while somebody is at the list announces itself and enters when asked for.
import { IconArrowsSort, IconArrowUp, IconPlus, IconSearch } from "@tabler/icons-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Desk } from "#app/lms/dashboard.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { deskWords, sortNames } from "#content/desk.ts";
import { type Lead, type LeadSort, leadPageSize, leadSorts } from "#contract/leads.ts";
import { groupsOf, reconcile } from "./groups.ts";
import styles from "./lead-list.module.css";
import { LeadRow } from "./lead-row.tsx";

type ListProps = {
  desk: Desk | null;
  q: string;
  sort: LeadSort;
  timeZone: string;
  /** When what is shown was fetched, if it may be old. */
  staleSince: string | null;
};

export function LeadList({ desk, q, sort, timeZone, staleSince }: ListProps) {
  const { shown, waiting, showAll, holding } = useCalmRows(desk?.list.leads ?? []);
  const total = desk?.list.total ?? 0;
  useKeys(waiting.length > 0 ? showAll : null);
  return (
    <section
      className={styles.leads}
      aria-labelledby="leads"
      data-stale={staleSince ? "" : undefined}
    >
      <Toolbar q={q} sort={sort} />
      {waiting.length > 0 && (
        <div className={styles.news} role="status">
          <IconArrowUp size={18} stroke={1.75} aria-hidden />
          <strong>{waiting.length} new</strong>
          <Button look="quiet" onClick={showAll}>
            Show them <kbd aria-hidden>N</kbd>
          </Button>
        </div>
      )}
      <div className={styles.rows} {...holding}>
        {groupsOf(shown, sort).map(({ name, leads }) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.group}>
              {name} <span>{leads.length}</span>
            </h3>
            <ul>
              {leads.map((lead) => (
                <LeadRow key={lead._id} lead={lead} timeZone={timeZone} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {shown.length === 0 && <Nobody q={q} isFailed={desk === null} />}
      {shown.length > 0 && <Foot shown={shown.length} total={total} isSearching={q !== ""} />}
    </section>
  );
}

function Toolbar({ q, sort }: { q: string; sort: LeadSort }) {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState(q);
  const latest = useRef(search);
  latest.current = search;

  useEffect(() => {
    if (typed === (latest.current.get("q") ?? "")) return;
    const timer = setTimeout(() => {
      const next = new URLSearchParams(latest.current);
      if (typed) next.set("q", typed);
      else next.delete("q");
      setSearch(next, { replace: true, preventScrollReset: true });
    }, 150);
    return () => clearTimeout(timer);
  }, [typed, setSearch]);

  return (
    <div className={styles.toolbar}>
      <h2 id="leads">Leads</h2>
      <search className={styles.search}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          type="search"
          aria-label="Search by name, e-mail or phone"
          placeholder="Name, e-mail or phone"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          data-search=""
        />
      </search>
      <label className={styles.sort}>
        <IconArrowsSort size={18} stroke={1.75} aria-hidden />
        <span className={styles.hidden}>Sort</span>
        <select
          value={sort}
          onChange={(event) => {
            const next = new URLSearchParams(search);
            next.set("sort", event.target.value);
            setSearch(next, { preventScrollReset: true });
          }}
        >
          {leadSorts.map((one) => (
            <option key={one} value={one}>
              {sortNames[one]}
            </option>
          ))}
        </select>
      </label>
      <ButtonLink look="outline" to="/lms/lead" className={styles.add}>
        <IconPlus size={18} stroke={1.75} aria-hidden />
        <span>Add lead</span>
      </ButtonLink>
    </div>
  );
}

function Foot({
  shown,
  total,
  isSearching,
}: {
  shown: number;
  total: number;
  isSearching: boolean;
}) {
  const [search] = useSearchParams();
  const more = new URLSearchParams(search);
  more.set("show", String(shown + leadPageSize));
  return (
    <footer className={styles.foot}>
      {total > shown && !isSearching && (
        <Link to={`?${more}`} replace preventScrollReset className={styles.more}>
          Show More
        </Link>
      )}
      <p>
        {shown} / {total}
      </p>
    </footer>
  );
}

function Nobody({ q, isFailed }: { q: string; isFailed: boolean }) {
  if (isFailed) return <Empty>{deskWords.failed}</Empty>;
  if (q) return <Empty>{deskWords.noMatch}</Empty>;
  return (
    <Empty
      action={
        <ButtonLink look="outline" to="/lms/lead">
          Add a lead
        </ButtonLink>
      }
    >
      {deskWords.empty}
    </Empty>
  );
}

/** New rows wait while a pointer or the keyboard is at the list. */
function useCalmRows(fresh: Lead[]) {
  const [shown, setShown] = useState(fresh);
  const isHeld = useRef(false);
  const latest = useRef(fresh);
  latest.current = fresh;

  useEffect(() => {
    setShown((before) => (isHeld.current ? reconcile(before, fresh) : fresh));
  }, [fresh]);

  useEffect(() => {
    const letGo = () => {
      isHeld.current = false;
    };
    addEventListener("outcomegiven", letGo);
    return () => removeEventListener("outcomegiven", letGo);
  }, []);

  const hold = () => {
    isHeld.current = true;
  };
  const release = () => {
    isHeld.current = false;
    setShown(latest.current);
  };
  const known = new Set(shown.map((lead) => lead._id));
  const isBusyTouch = (event: PointerEvent) => event.pointerType !== "touch";
  return {
    shown,
    waiting: fresh.filter((lead) => lead.uncalledSince && !known.has(lead._id)),
    showAll: () => setShown(latest.current),
    holding: {
      onPointerEnter: (event: PointerEvent) => isBusyTouch(event) && hold(),
      onPointerLeave: (event: PointerEvent) => isBusyTouch(event) && release(),
      onFocus: hold,
      onBlur: release,
    },
  };
}

/** Single letters, off inside fields. */
function useKeys(showNew: (() => void) | null) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, textarea, select");
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === "n" && showNew) showNew();
      else if (event.key === "/") document.querySelector<HTMLElement>("[data-search]")?.focus();
      else if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
      else if (event.key === "c") callFocused();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [showNew]);
}

function move(step: 1 | -1) {
  const links = [...document.querySelectorAll<HTMLElement>("[data-lead] a[href*='/lms/lead']")];
  const at = links.findIndex((link) =>
    link.closest("[data-lead]")?.contains(document.activeElement),
  );
  links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
}

function callFocused() {
  const row =
    document.activeElement?.closest("[data-lead]") ?? document.querySelector("[data-lead]");
  row?.querySelector<HTMLElement>("[data-call]")?.click();
}
