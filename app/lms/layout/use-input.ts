// Notices a person's input by pointer, wheel or key. Events that scripts create don't count.
import { useEffect, useEffectEvent } from "react";

const signs = ["pointerdown", "pointermove", "wheel", "keydown", "touchstart"] as const;

/**
 * While `isOn`, calls `onInput` for every input, and `report` at most once per `everyMs`. The last
 * input is always reported.
 */
export function useInput(isOn: boolean, everyMs: number, onInput: () => void, report: () => void) {
  const note = useEffectEvent(onInput);
  const send = useEffectEvent(report);
  useEffect(() => {
    if (!isOn) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sentAt = 0;
    const sendNow = () => {
      timer = undefined;
      sentAt = Date.now();
      send();
    };
    const hear = ({ isTrusted }: Event) => {
      if (!isTrusted) return;
      note();
      timer ??= setTimeout(sendNow, Math.max(0, sentAt + everyMs - Date.now()));
    };
    for (const sign of signs) {
      addEventListener(sign, hear, { signal: left.signal, passive: true, capture: true });
    }
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isOn, everyMs]);
}
