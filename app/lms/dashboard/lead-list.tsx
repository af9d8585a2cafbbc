// The queue: who waits, who is due, who was called. Rows never move under a finger: what comes in
// while somebody is at the list announces itself and enters when asked for.
import { useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ArchiveDialog } from "#app/lms/archive/archive-dialog.tsx";
import { archiveWithUndo } from "#app/lms/archive/archive-with-undo.ts";
import { useBegunHere, useTappedList } from "#app/lms/calls/call-outbox.ts";
import { ListFoot } from "#app/lms/lists/list-foot.tsx";
import { useStableRows } from "#app/lms/lists/stable-rows.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { KeyCap } from "#app/lms/shell/key-cap.tsx";
import { useKeys } from "#app/lms/shell/keyboard-shortcuts.ts";
import { usePresence } from "#app/lms/shell/presence.ts";
import { Button } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { NowInMinutes, useNow } from "#app/ui/now.tsx";
import { selectionWords } from "#content/desk/dashboard.ts";
import { keyWords } from "#content/desk/shell.ts";
import type { FilterChoices } from "#contract/filters.ts";
import type { Lead } from "#contract/leads.ts";
import type { LeadSort } from "#contract/queue.ts";
import { type Heard, newsOf } from "./announcements.ts";
import { EmptyQueue } from "./empty-queue.tsx";
import { type FilterParams, isFiltered } from "./filter-params.ts";
import { FilterChips } from "./filters.tsx";
import { type Counted, groupCount, groupOf, groupsOf, kindOf } from "./groups.ts";
import styles from "./lead-list.module.css";
import { LeadRow } from "./lead-row.tsx";
import type { Queue } from "./load-dashboard.ts";
import { NewLeadsBar } from "./new-leads-bar.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useRowKeys } from "./use-row-keys.ts";

type ListProps = {
  queue: Queue | null;
  /** All that was asked for, in one text. */
  question: string;
  q: string;
  sort: LeadSort;
  filters: FilterParams;
  /** What is shown may be old. */
  isStale: boolean;
};

const noLeads: Lead[] = [];
const noChoices: FilterChoices = { campaigns: [], sources: [] };

/** A question that is answered soon holds the list still; one that was forgotten does not. */
const questionMs = 5 * 60_000;
const isFresh = (at: string) => Date.now() - new Date(at).getTime() < questionMs;

export function LeadList({ queue, question, q, sort, filters, isStale }: ListProps) {
  const { viewAs, callBacksDue } = useDesk();
  const { revalidate } = useRevalidator();
  const viewers = usePresence(viewAs);
  const fresh = useTappedList(queue?.list.leads ?? noLeads);
  const [isChoosing, setIsChoosing] = useState(false);
  const isBegunHere = useBegunHere();
  const hasQuestion = fresh.some(
    ({ openCall }) => openCall && isBegunHere(openCall._id) && isFresh(openCall.calledAt),
  );
  const stable = useStableRows(fresh, {
    question,
    group: (lead) => groupOf(lead, sort),
    isHeld: hasQuestion || isChoosing,
    isCut: queue !== null && queue.list.nextCursor !== null,
  });
  const { rows, showAll, holding } = stable;
  const groups = useMemo(() => groupsOf(rows), [rows]);
  const waiting = stable.waiting.filter((lead) => lead.uncalledSince || lead.state === "callback");
  const counted = countedOf(queue, { q, filters, callBacksDue });
  const sheet = useCallSheet(
    rows.map(({ item }) => item).filter(({ openCall }) => openCall && isBegunHere(openCall._id)),
  );
  const inOrder = useMemo(
    () => groups.flatMap((group) => group.rows.map(({ item }) => item)),
    [groups],
  );
  const [leaving, setLeaving] = useState<Lead[]>([]);
  const keys = useRowKeys(inOrder, { canChange: !viewAs, onArchive: setLeaving });
  useEffect(() => setIsChoosing(keys.isChoosing), [keys.isChoosing]);
  const showNew = () => {
    keys.goToFirstOf(waiting);
    showAll();
  };
  useKeys({ n: waiting.length > 0 ? showNew : null });
  const { allowMoves } = stable;
  useEffect(() => {
    const ownActions = ["outcomegiven", "calltakenback", "callssaved"];
    for (const action of ownActions) addEventListener(action, allowMoves);
    return () => {
      for (const action of ownActions) removeEventListener(action, allowMoves);
    };
  }, [allowMoves]);

  async function archive(reason: string) {
    const leads = leaving;
    setLeaving([]);
    keys.stayInPlace();
    // Whoever archives them expects the rows to go.
    allowMoves();
    const isDone = await archiveWithUndo(leads, reason, () => {
      allowMoves();
      void revalidate();
    });
    if (isDone) keys.chooseNone();
  }

  return (
    <section
      className={styles.leads}
      aria-labelledby="leads"
      data-stale={(isStale && rows.length > 0) || undefined}
    >
      <Toolbar q={q} sort={sort} choices={queue?.choices ?? noChoices} canAdd={!viewAs} />
      <FilterChips params={filters} choices={queue?.choices ?? noChoices} />
      <Announcer leads={fresh} />
      <div className={styles.rows} {...holding} onFocusCapture={keys.onFocusCapture}>
        {waiting.length > 0 && <NewLeadsBar leads={waiting} onShow={showNew} />}
        {groups.map(({ name, rows }, index) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.group}>
              {name} <span>{groupCount(groups, index, counted)}</span>
            </h3>
            <ul>
              {rows.map(({ item, placed, isGone }) => (
                <NowInMinutes key={item._id} isOn={hasSlowRow(item)}>
                  <LeadRow
                    lead={item}
                    placed={placed}
                    isGone={isGone}
                    sheet={sheet}
                    keys={keys}
                    viewer={viewers.get(item._id)}
                  />
                </NowInMinutes>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {rows.length === 0 && (
        <EmptyQueue q={q} isFiltered={isFiltered(filters)} isFailed={queue === null} />
      )}
      {queue && rows.length > 0 && (
        <ListFoot
          shown={fresh.length}
          total={queue.list.total}
          isTotalExact={queue.list.isTotalExact}
          hasMore={queue.list.nextCursor !== null}
          isSearching={q !== ""}
        >
          <KeyHints canCall={!viewAs} />
          {!viewAs && !keys.isChoosing && (
            <Button variant="quiet" isSmall className={styles.select} onClick={keys.beginChoosing}>
              {selectionWords.select}
            </Button>
          )}
        </ListFoot>
      )}
      {keys.isChoosing && (
        <SelectionBar
          count={keys.chosen.length}
          onArchive={() => setLeaving(keys.chosen)}
          onNone={keys.chooseNone}
        />
      )}
      <ArchiveDialog
        leads={leaving}
        onClose={() => setLeaving([])}
        onArchive={(reason) => void archive(reason)}
      />
    </section>
  );
}

type Asked = { q: string; filters: FilterParams; callBacksDue: number | null };

/** Of a part of the queue nobody counts who waits, unless that is the part. */
function countedOf(queue: Queue | null, { q, filters, callBacksDue }: Asked): Counted {
  if (!queue) return { below: null, uncalled: null, due: null };
  const { list } = queue;
  const total = list.isTotalExact ? list.total : null;
  const below = total === null ? null : total - list.leads.length;
  if (!q && !isFiltered(filters)) return { below, uncalled: list.uncalled, due: callBacksDue };
  return {
    below,
    uncalled: filters.state === "uncalled" ? total : null,
    due: filters.state === "due" ? total : null,
  };
}

/** No second counts in it. */
function hasSlowRow(lead: Lead): boolean {
  return ["called", "unclocked"].includes(kindOf(lead));
}

/** For the eye: the help says the same in words. */
function KeyHints({ canCall }: { canCall: boolean }) {
  return (
    <p className={styles.hints} aria-hidden>
      <span>
        <KeyCap>J</KeyCap> <KeyCap>K</KeyCap> {keyWords.hints.move}
      </span>
      {canCall && (
        <span>
          <KeyCap>C</KeyCap> {keyWords.hints.call}
        </span>
      )}
      <span>
        <KeyCap>↵</KeyCap> {keyWords.hints.open}
      </span>
    </p>
  );
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
  return <Hidden role="status">{said}</Hidden>;
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
