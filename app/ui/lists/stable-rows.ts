// Stable rows: while a list is in use, its rows don't move under the pointer. New rows are held
// back until the user asks for them or the list is no longer in use.
import {
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";

export type StableRow<Item> = {
  item: Item;
  /** The item as it was when its row was placed. The row's height depends on it. */
  placed: Item;
  group: string;
  /** Whether the item is no longer in the list. */
  isGone: boolean;
};

type Reason = "pointer" | "focus" | "touch" | "caller";

/**
 * After this time without input, a list counts as not in use, because a mouse may rest over it for
 * hours.
 */
const idleMs = 30_000;
/** After a change by the user, the list is reloaded within this time, possibly in several steps. */
const ownChangeMs = 2000;
/** After a touch, rows stay in place a little longer, because another tap often follows. */
const afterTouchMs = 3000;

/** For each list on the page, a function that tells whether the list is in use. */
const holdsOfLists = new Set<() => boolean>();
const waitingForIdle = new Set<() => void>();

/**
 * Returns the value to show above a list. It changes only while no list is in use, because it would
 * move the rows under the pointer.
 */
export function useWhenIdle<Value>(fresh: Value): Value {
  const [shown, setShown] = useState(fresh);
  const show = useEffectEvent(() => {
    if (![...holdsOfLists].some((isHolding) => isHolding())) setShown(fresh);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value is shown if nothing is in use
  useEffect(() => show(), [fresh]);
  useEffect(() => {
    const showThen = () => show();
    waitingForIdle.add(showThen);
    return () => void waitingForIdle.delete(showThen);
  }, []);
  return shown;
}

type Options<Item> = {
  /** Identifies the query. The result of a different query replaces the list immediately. */
  queryKey: string;
  group: (item: Item) => string;
  /**
   * Whether rows must stay in place for another reason, such as selected rows or an open outcome
   * panel.
   */
  isHeld?: boolean;
  /**
   * Whether more items match than were requested, so that new items push the last ones off the
   * page.
   */
  isCut?: boolean;
};

export function useStableRows<Item extends { _id: string }>(
  fresh: Item[],
  { queryKey, group, isHeld = false, isCut = false }: Options<Item>,
) {
  const lastQueryKey = useRef(queryKey);
  const [shown, setShown] = useState(() => rowsOf(fresh, group));
  const { holding, releases, isHolding, allowMoves } = useHold(isHeld);

  const showAll = () => setShown(rowsOf(fresh, group));
  const showFresh = useEffectEvent(() => {
    const isSame = lastQueryKey.current === queryKey;
    lastQueryKey.current = queryKey;
    if (isHolding() && isSame) setShown((before) => reconcile(before, fresh, isCut));
    else showAll();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may change the rows
  useEffect(() => showFresh(), [fresh, queryKey, releases]);

  const waiting = useMemo(() => {
    const known = new Set(shown.map(({ item }) => item._id));
    return fresh.filter((item) => !known.has(item._id));
  }, [fresh, shown]);
  return {
    rows: shown,
    /** New items that don't have a row yet. */
    waiting,
    showAll,
    /** Lets the next change move rows, because the user has made it. */
    allowMoves,
    /** The event handlers for the element that contains the rows. */
    holding,
  };
}

function rowsOf<Item>(fresh: Item[], group: (item: Item) => string): StableRow<Item>[] {
  return fresh.map((item) => ({ item, placed: item, group: group(item), isGone: false }));
}

/**
 * Updates the rows' data without moving them. In a list that was cut, the last rows may be missing
 * only because new rows have pushed them off the page.
 */
export function reconcile<Item extends { _id: string }>(
  shown: StableRow<Item>[],
  fresh: Item[],
  isCut: boolean,
): StableRow<Item>[] {
  const byId = new Map(fresh.map((item) => [item._id, item]));
  const known = new Set(shown.map(({ item }) => item._id));
  const came = isCut ? fresh.filter((item) => !known.has(item._id)).length : 0;
  const lastThere = shown.findLastIndex(({ item }) => byId.has(item._id));
  const firstPushedOut = Math.max(lastThere + 1, shown.length - came);
  return shown.map((row, index) => {
    const now = byId.get(row.item._id);
    if (now) return { ...row, item: now, isGone: false };
    return { ...row, isGone: index < firstPushedOut };
  });
}

function useHold(isHeldByCaller: boolean) {
  /** Counts how often the list has stopped being in use. */
  const [releases, setReleases] = useState(0);
  const reasons = useRef(new Set<Reason>());
  const mayMoveUntil = useRef(0);
  const touchTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const end = useCallback((reason: Reason) => {
    if (!reasons.current.delete(reason) || reasons.current.size > 0) return;
    setReleases((before) => before + 1);
    for (const show of waitingForIdle) show();
  }, []);
  useEffect(() => {
    if (isHeldByCaller) reasons.current.add("caller");
    else end("caller");
  }, [isHeldByCaller, end]);
  useEffect(
    () => () => {
      clearTimeout(touchTimer.current);
      clearTimeout(idleTimer.current);
    },
    [],
  );

  const focused = useRef<Element>(null);
  const isHolding = useCallback(() => {
    // The focused element may have been removed from the page, which causes no blur event.
    if (!focused.current?.contains(document.activeElement)) reasons.current.delete("focus");
    return reasons.current.size > 0 && Date.now() > mayMoveUntil.current;
  }, []);
  useEffect(() => {
    holdsOfLists.add(isHolding);
    return () => void holdsOfLists.delete(isHolding);
  }, [isHolding]);
  const allowMoves = useCallback(() => {
    mayMoveUntil.current = Date.now() + ownChangeMs;
  }, []);

  const holding = useMemo(() => {
    const begin = (reason: Reason) => () => {
      reasons.current.add(reason);
      clearTimeout(idleTimer.current);
      idleTimer.current = setTimeout(() => {
        end("pointer");
        end("focus");
      }, idleMs);
    };
    const byPointer = (act: () => void) => (event: PointerEvent) => {
      if (event.pointerType !== "touch") act();
    };
    const endTouch = () => {
      clearTimeout(touchTimer.current);
      touchTimer.current = setTimeout(() => end("touch"), afterTouchMs);
    };
    const beginPointer = byPointer(begin("pointer"));
    const atKeyboard = begin("focus");
    return {
      onPointerEnter: beginPointer,
      onPointerMove: beginPointer,
      onPointerLeave: byPointer(() => end("pointer")),
      // Once something is clicked, rows stay in place again, because the next click applies to
      // what is shown then.
      onPointerDown: () => {
        mayMoveUntil.current = 0;
      },
      onTouchStart: () => {
        clearTimeout(touchTimer.current);
        reasons.current.add("touch");
      },
      onTouchEnd: endTouch,
      onTouchCancel: endTouch,
      onFocus: ({ currentTarget }: { currentTarget: Element }) => {
        focused.current = currentTarget;
        atKeyboard();
      },
      onKeyDown: atKeyboard,
      onBlur: (event: { relatedTarget: EventTarget | null; currentTarget: Element }) => {
        const next = event.relatedTarget;
        if (!(next instanceof Node && event.currentTarget.contains(next))) end("focus");
      },
    };
  }, [end]);
  return { holding, releases, isHolding, allowMoves };
}
