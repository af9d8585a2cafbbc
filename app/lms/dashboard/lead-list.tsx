// The queue: waiting leads, due callbacks and called leads. Rows don't move under the pointer.
// While the list is in use, a bar counts the new leads until the user asks to see them.
import { useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ArchiveDialog } from "#app/lms/archive/archive-dialog.tsx";
import { archiveWithUndo } from "#app/lms/archive/archive-with-undo.ts";
import { useOptimisticLeads } from "#app/lms/calls/optimistic-leads.ts";
import { useStartedHere } from "#app/lms/calls/started-here.ts";
import { ListFoot } from "#app/lms/lists/list-foot.tsx";
import { ProofNeeded } from "#app/lms/lists/proof-needed.tsx";
import { SelectionBar } from "#app/lms/lists/selection-bar.tsx";
import { useMessage, useSend } from "#app/lms/shell/desk-bus.tsx";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconArchive } from "#app/lms/shell/desk-icons.ts";
import { useShowsLeads } from "#app/lms/shell/leads-on-screen.ts";
import { usePresence } from "#app/lms/shell/presence.ts";
import { Button } from "#app/ui/button.tsx";
import { waitingOf } from "#app/ui/calling/waiting.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { useStableRows } from "#app/ui/lists/stable-rows.ts";
import { NowInMinutes, useNow } from "#app/ui/now.tsx";
import { selectionWords } from "#content/desk/dashboard.ts";
import { keyWords } from "#content/desk/shell.ts";
import type { FilterChoices } from "#contract/filters.ts";
import type { Lead } from "#contract/leads.ts";
import type { LeadSort } from "#contract/queue.ts";
import { type Announced, announcementsOf } from "./announcements.ts";
import { EmptyQueue } from "./empty-queue.tsx";
import { type FilterParams, isFiltered } from "./filter-params.ts";
import { FilterChips } from "./filters.tsx";
import {
  type Counted,
  groupCount,
  groupOf,
  groupsOf,
  isNews,
  kindOf,
  nextToCall,
} from "./groups.ts";
import { LaterTodayBar } from "./later-today-bar.tsx";
import styles from "./lead-list.module.css";
import { LeadRow } from "./lead-row.tsx";
import type { Queue } from "./load-dashboard.ts";
import { NewLeadsBar } from "./new-leads-bar.tsx";
import { OtherLeads } from "./other-leads.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useRowKeys } from "./use-row-keys.ts";

type ListProps = {
  queue: Queue | null;
  queryKey: string;
  q: string;
  sort: LeadSort;
  filters: FilterParams;
  /** Whether the data may be outdated. */
  isStale: boolean;
};

const noLeads: Lead[] = [];
const noChoices: FilterChoices = { campaigns: [], sources: [] };

/**
 * Rows don't move while an outcome panel is open. A panel that was abandoned counts only for this
 * long.
 */
const openPanelMs = 5 * 60_000;
const isFresh = (at: string) => Date.now() - new Date(at).getTime() < openPanelMs;

export function LeadList({ queue, queryKey, q, sort, filters, isStale }: ListProps) {
  const { viewAs, callbacksDue } = useDesk();
  const { revalidate } = useRevalidator();
  const send = useSend();
  const viewers = usePresence(viewAs);
  const fresh = useOptimisticLeads(queue?.list.leads ?? noLeads);
  useShowsLeads(fresh.map(({ _id }) => _id));
  const [isChoosing, setIsChoosing] = useState(false);
  const isStartedHere = useStartedHere();
  const hasPanel = ({ openCall }: Lead) =>
    openCall !== null && isStartedHere(openCall._id) && isFresh(openCall.calledAt);
  const stable = useStableRows(fresh, {
    queryKey,
    group: (lead) => groupOf(lead, sort),
    isHeld: fresh.some(hasPanel) || isChoosing,
    isCut: queue?.list.isCut,
  });
  const { rows, showAll, holding } = stable;
  const groups = useMemo(() => groupsOf(rows), [rows]);
  const nextId = nextToCall(groups, hasPanel);
  const waiting = stable.waiting.filter(isNews);
  const counted = countsOf(queue, { q, filters, callbacksDue });
  const sheet = useCallSheet(
    rows.map(({ item }) => item).filter(({ openCall }) => openCall && isStartedHere(openCall._id)),
  );
  const inOrder = useMemo(
    () => groups.flatMap((group) => group.rows.map(({ item }) => item)),
    [groups],
  );
  const selectable = groups.flatMap((group) =>
    group.rows.flatMap(({ item, isGone }) => (isGone ? [] : [item])),
  );
  const [leaving, setLeaving] = useState<Lead[]>([]);
  const keys = useRowKeys(inOrder, { canChange: !viewAs, selectable, onArchive: setLeaving });
  useEffect(() => setIsChoosing(keys.isChoosing), [keys.isChoosing]);
  const showNew = () => {
    send({ type: "newLeadsShown", leadIds: waiting.map(({ _id }) => _id) });
    showAll();
  };
  useKeys({ n: waiting.length > 0 ? showNew : null });
  // After an action of their own, users expect the rows to move.
  const { allowMoves } = stable;
  useMessage("outcomeSaved", allowMoves);
  useMessage("callUndone", allowMoves);
  useMessage("callsSaved", allowMoves);
  useMessage("leadsArchived", allowMoves);

  async function archive(reason: string) {
    const leads = leaving;
    setLeaving([]);
    send({ type: "leadsArchived" });
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
                    isNext={item._id === nextId}
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
        <EmptyQueue
          q={q}
          others={queue?.others?.leads.length ?? null}
          isFiltered={isFiltered(filters)}
          isFailed={queue === null}
        />
      )}
      {queue?.list.needsProof && <ProofNeeded />}
      {queue && rows.length > 0 && (
        <ListFoot
          shown={fresh.length}
          total={queue.list.total}
          isTotalExact={queue.list.isTotalExact}
          hasMore={queue.list.isCut}
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
      {queue?.others && queue.others.leads.length > 0 && <OtherLeads found={queue.others} />}
      {!keys.isChoosing && q === "" && <LaterTodayBar />}
      {keys.isChoosing && (
        <SelectionBar
          count={keys.chosen.length}
          of={selectable.length}
          onAll={keys.chooseAll}
          onNone={keys.chooseNone}
        >
          <Button isSmall onClick={() => setLeaving(keys.chosen)}>
            <IconArchive aria-hidden />
            {selectionWords.archive} <KeyCap aria-hidden>E</KeyCap>
          </Button>
        </SelectionBar>
      )}
      <ArchiveDialog
        leads={leaving}
        onClose={() => setLeaving([])}
        onArchive={(reason) => void archive(reason)}
      />
    </section>
  );
}

type Asked = { q: string; filters: FilterParams; callbacksDue: number | null };

/** A filtered list can't count all waiting leads, unless it is filtered to exactly those. */
function countsOf(queue: Queue | null, { q, filters, callbacksDue }: Asked): Counted {
  if (!queue) return { below: null, uncalled: null, due: null, doNotCall: null };
  const { list } = queue;
  const total = list.isTotalExact ? list.total : null;
  const below = total === null ? null : total - list.leads.length;
  if (!q && !isFiltered(filters)) {
    return { below, uncalled: list.uncalled, due: callbacksDue, doNotCall: list.doNotCall };
  }
  return {
    below,
    uncalled: filters.state === "uncalled" ? total : null,
    due: filters.state === "due" ? total : null,
    // The filter by state excludes the do-not-call leads.
    doNotCall: filters.state === "called" ? 0 : null,
  };
}

/** Returns whether the lead's row shows no clock that counts seconds. */
function hasSlowRow(lead: Lead): boolean {
  return !lead.openCall && ["called", "untimed", "doNotCall"].includes(kindOf(lead));
}

/** Hidden from screen readers, because the shortcuts dialog says the same in words. */
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

/** A live region, which makes screen readers announce new leads and crossed limits. */
function Announcer({ leads }: { leads: Lead[] }) {
  const now = useNow();
  const { client } = useDesk();
  const announced = useRef<Announced | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const elapsedMs = (since: Date, until: Date) =>
      waitingOf(since, until, client.reading, client).elapsedMs;
    const { announced: next, news } = announcementsOf(announced.current, leads, now, elapsedMs);
    announced.current = next;
    if (news.length > 0) setSaid(news.join(" "));
  }, [leads, now, client]);
  return <Hidden role="status">{said}</Hidden>;
}

/**
 * On phones, shows the outcome panel of the newest call as a bottom sheet until it is dismissed.
 */
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
