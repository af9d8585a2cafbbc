// The queue: who waits, who is due, who was called. Rows never move under a finger: what comes in
// while somebody is at the list announces itself and enters when asked for.
import { IconArrowsSort, IconArrowUp, IconPlus, IconSearch } from "@tabler/icons-react";
import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigation, useRevalidator, useSearchParams } from "react-router";
import type { Queue } from "#app/lms/dashboard.tsx";
import { useDesk } from "#app/lms/desk.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { useNow } from "#app/ui/now.tsx";
import { deskWords, sortNames } from "#content/desk.ts";
import { type Lead, type LeadSort, leadPageSize, leadSorts } from "#contract/leads.ts";
import { type Heard, newsOf } from "./announcements.ts";
import { groupsOf, reconcile } from "./groups.ts";
import styles from "./lead-list.module.css";
import { LeadRow } from "./lead-row.tsx";

type ListProps = {
  queue: Queue | null;
  q: string;
  sort: LeadSort;
  /** What is shown may be old. */
  isStale: boolean;
};

export function LeadList({ queue, q, sort, isStale }: ListProps) {
  const { look } = useDesk();
  const fresh = queue?.list.leads ?? [];
  const { shown, waiting, showAll, holding } = useCalmRows(fresh);
  const sheet = useCallSheet(shown);
  useKeys(waiting.length > 0 ? showAll : null);
  return (
    <section
      className={styles.leads}
      aria-labelledby="leads"
      data-stale={(isStale && shown.length > 0) || undefined}
    >
      <Toolbar q={q} sort={sort} canAdd={!look} />
      <Announcer leads={fresh} />
      {waiting.length > 0 && (
        <div className={styles.news}>
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
                <LeadRow key={lead._id} lead={lead} sheet={sheet} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {shown.length === 0 && <Nobody q={q} isFailed={queue === null} />}
      {queue && shown.length > 0 && (
        <Foot shown={shown.length} list={queue.list} isSearching={q !== ""} />
      )}
    </section>
  );
}

function Toolbar({ q, sort, canAdd }: { q: string; sort: LeadSort; canAdd: boolean }) {
  const [wanted, setWanted] = useWantedSearch();
  const [typed, setTyped] = useState(q);

  useEffect(() => {
    if (typed === (wanted.get("q") ?? "")) return;
    const timer = setTimeout(() => setWanted("q", typed, { replace: true }), 150);
    return () => clearTimeout(timer);
  }, [typed, wanted, setWanted]);

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
        <select value={sort} onChange={(event) => setWanted("sort", event.target.value)}>
          {leadSorts.map((one) => (
            <option key={one} value={one}>
              {sortNames[one]}
            </option>
          ))}
        </select>
      </label>
      {canAdd && (
        <ButtonLink look="outline" to="/lms/lead" className={styles.add}>
          <IconPlus size={18} stroke={1.75} aria-hidden />
          <span>Add lead</span>
        </ButtonLink>
      )}
    </div>
  );
}

/**
 * The address as it will be: on a slow line the last change may still be under way, and the next one
 * must not take it back.
 */
function useWantedSearch() {
  const [current, setSearch] = useSearchParams();
  const { location } = useNavigation();
  const text = location ? location.search : `?${current}`;
  const wanted = useMemo(() => new URLSearchParams(text), [text]);
  const setWanted = useCallback(
    (name: string, value: string, options: { replace?: boolean } = {}) => {
      const next = new URLSearchParams(text);
      if (value) next.set(name, value);
      else next.delete(name);
      setSearch(next, { ...options, preventScrollReset: true });
    },
    [text, setSearch],
  );
  return [wanted, setWanted] as const;
}

type FootProps = {
  shown: number;
  list: Pick<Queue["list"], "total" | "isTotalExact">;
  isSearching: boolean;
};

function Foot({ shown, list, isSearching }: FootProps) {
  const { total, isTotalExact } = list;
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
        {shown} / {isTotalExact ? total : `at least ${total}`}
      </p>
    </footer>
  );
}

function Nobody({ q, isFailed }: { q: string; isFailed: boolean }) {
  const { look } = useDesk();
  const { revalidate } = useRevalidator();
  if (isFailed) {
    const retry = (
      <Button look="outline" onClick={() => void revalidate()}>
        Retry
      </Button>
    );
    return <Empty action={retry}>{deskWords.failed}</Empty>;
  }
  if (q) return <Empty>{deskWords.noMatch}</Empty>;
  const add = (
    <ButtonLink look="outline" to="/lms/lead">
      Add a lead
    </ButtonLink>
  );
  return <Empty action={look ? undefined : add}>{deskWords.empty}</Empty>;
}

/** Says to a screen reader what a glance at the list would: who came, who crossed a limit. */
function Announcer({ leads }: { leads: Lead[] }) {
  const now = useNow();
  const heard = useRef<Heard | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const { heard: next, news } = newsOf(heard.current, leads, now);
    heard.current = next;
    if (news.length > 0) setSaid(news.join(" "));
  }, [leads, now]);
  return (
    <p role="status" className={styles.hidden}>
      {said}
    </p>
  );
}

/** On a phone the newest call's question rises from the bottom edge, until it is put off. */
function useCallSheet(leads: Lead[]) {
  const [putOff, setPutOff] = useState<string | null>(null);
  const newest = leads
    .flatMap((lead) => lead.openCall ?? [])
    .toSorted((a, b) => b.calledAt.localeCompare(a.calledAt))[0];
  return {
    callId: newest && newest._id !== putOff ? newest._id : null,
    putOff: () => setPutOff(newest?._id ?? null),
  };
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
