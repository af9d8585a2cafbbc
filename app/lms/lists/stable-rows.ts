// Rows never move under a finger: what comes in while somebody is at a list waits until asked for,
// or until nobody is at it any more.
import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";

/** What stands in a place of the list. */
export type StableRow<Item> = {
  item: Item;
  /** As it was when it took its place: what its row is as high as. */
  placed: Item;
  group: string;
  /** The list no longer holds it. */
  isGone: boolean;
};

type Reason = "pointer" | "focus" | "touch" | "caller";

/** Nobody is at it: a mouse may rest over a list for hours. */
const idleMs = 30_000;
/** What somebody did themselves is fetched within this time, and may come in more than one piece. */
const ownChangeMs = 2000;
/** After a touch the list stands still a little longer: the finger comes back. */
const afterTouchMs = 3000;

type Options<Item> = {
  /** What was asked for: the answer to another question takes the list's place at once. */
  question: string;
  /** Under which heading an item stands. */
  group: (item: Item) => string;
  /** The caller's own reason to stand still: rows that are chosen, a question that is open. */
  isHeld?: boolean;
  /** There are more than were asked for: what is new pushes the last ones out. */
  isCut?: boolean;
};

export function useStableRows<Item extends { _id: string }>(
  fresh: Item[],
  { question, group, isHeld = false, isCut = false }: Options<Item>,
) {
  const asked = useRef(question);
  const [shown, setShown] = useState(() => rowsOf(fresh, group));
  const latest = useRef({ fresh, group, isCut });
  latest.current = { fresh, group, isCut };
  const { holding, isHolding, allowMoves } = useHold(isHeld, () =>
    setShown(rowsOf(latest.current.fresh, latest.current.group)),
  );

  useEffect(() => {
    const isSame = asked.current === question;
    asked.current = question;
    const mayMove = !isHolding() || !isSame;
    const now = latest.current;
    setShown((before) =>
      mayMove ? rowsOf(fresh, now.group) : reconcile(before, fresh, now.isCut),
    );
  }, [fresh, question, isHolding]);

  const waiting = useMemo(() => {
    const known = new Set(shown.map(({ item }) => item._id));
    return fresh.filter((item) => !known.has(item._id));
  }, [fresh, shown]);
  const showAll = useCallback(
    () => setShown(rowsOf(latest.current.fresh, latest.current.group)),
    [],
  );
  return {
    rows: shown,
    /** What would stand in the list if nobody were at it. */
    waiting,
    showAll,
    /** What changes now is somebody's own doing: it may move rows. */
    allowMoves,
    /** For the element around the rows. */
    holding,
  };
}

function rowsOf<Item>(fresh: Item[], group: (item: Item) => string): StableRow<Item>[] {
  return fresh.map((item) => ({ item, placed: item, group: group(item), isGone: false }));
}

/**
 * The same rows in the same places, with what is new about them. Of a list that is cut, the last
 * ones may be missing only because others came before them.
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

function useHold(isHeldByCaller: boolean, onRelease: () => void) {
  const reasons = useRef(new Set<Reason>());
  const mayMoveUntil = useRef(0);
  const release = useRef(onRelease);
  release.current = onRelease;
  const touchTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const end = useCallback((reason: Reason) => {
    if (reasons.current.delete(reason) && reasons.current.size === 0) release.current();
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
    // What had the focus may be gone from the page, and nobody says so.
    if (!focused.current?.contains(document.activeElement)) reasons.current.delete("focus");
    return reasons.current.size > 0 && Date.now() > mayMoveUntil.current;
  }, []);
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
  return { holding, isHolding, allowMoves };
}
