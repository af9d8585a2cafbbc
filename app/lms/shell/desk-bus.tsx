// The desk's event bus. A key press, the palette or a server event sends a message, and the mounted
// components handle it. A message without a handler has no effect.
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { useLocation } from "react-router";
import { type DeskFocus, focusAfter, noFocus } from "./desk-focus.ts";
import type { DeskMessage } from "./desk-messages.ts";

type Handler = (message: DeskMessage) => void;
type Named<Type extends DeskMessage["type"]> = Extract<DeskMessage, { type: Type }>;

export function makeBus() {
  /**
   * Keyed by type, or by type and lead, so that a message doesn't have to run the handlers of
   * hundreds of rows.
   */
  const handlers = new Map<string, Set<Handler>>();
  let focus = noFocus;
  return {
    send(message: DeskMessage) {
      focus = focusAfter(focus, message);
      const names = "leadId" in message ? [nameOf(message.type, message.leadId)] : [];
      const called = [message.type, ...names].flatMap((name) => [...(handlers.get(name) ?? [])]);
      for (const handle of called) handle(message);
    },
    focus: () => focus,
    /**
     * Registers a handler. If a lead's id is given, the handler gets only messages about that lead.
     */
    on(type: DeskMessage["type"], handle: Handler, leadId?: string) {
      const name = nameOf(type, leadId);
      const known = handlers.get(name) ?? new Set();
      handlers.set(name, known.add(handle));
      return () => {
        known.delete(handle);
        if (known.size === 0 && handlers.get(name) === known) handlers.delete(name);
      };
    },
  };
}

function nameOf(type: DeskMessage["type"], leadId?: string): string {
  return leadId === undefined ? type : `${type} ${leadId}`;
}

const BusContext = createContext<ReturnType<typeof makeBus> | null>(null);

export function DeskBus({ children }: { children: ReactNode }) {
  const [bus] = useState(makeBus);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each screen
  useEffect(() => bus.send({ type: "screenOpened" }), [bus, pathname]);
  useEffect(() => {
    const left = new AbortController();
    const options = { signal: left.signal, capture: true };
    addEventListener("keydown", () => bus.send({ type: "keyPressed" }), options);
    addEventListener("pointerdown", () => bus.send({ type: "pointerPressed" }), options);
    return () => left.abort();
  }, [bus]);
  return <BusContext value={bus}>{children}</BusContext>;
}

export function useSend(): (message: DeskMessage) => void {
  return useBus().send;
}

/**
 * Returns a function that reads the current focus state. A change of the state doesn't cause a
 * render.
 */
export function useDeskFocus(): () => DeskFocus {
  return useBus().focus;
}

/**
 * Handles messages while the component is mounted. If a lead's id is given, only messages about
 * that lead.
 */
export function useMessage<Type extends DeskMessage["type"]>(
  type: Type,
  handle: (message: Named<Type>) => void,
  leadId?: string,
): void {
  const { on } = useBus();
  const onMessage = useEffectEvent(handle);
  useEffect(
    () => on(type, (message) => onMessage(message as Named<Type>), leadId),
    [on, type, leadId],
  );
}

function useBus() {
  const bus = useContext(BusContext);
  if (!bus) throw new Error("The bus was used outside of the desk's frame");
  return bus;
}
