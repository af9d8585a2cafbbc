// A form's captcha. It starts when the form gets the focus, and shows its status in one line. It
// needs no interaction unless another provider's widget is configured. Forms enable it with
// `useForm({ needsCaptcha: true })`.

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Words } from "#content/words.ts";
import styles from "./captcha.module.css";
import { type SolvedCaptcha, solveCaptcha } from "./captcha-solver.ts";
import { IconAlertCircle, IconCircleCheck, IconShieldCheck } from "./icons.tsx";
import { useWords } from "./words.ts";

export type CaptchaState = keyof Words["captcha"];

export type Captcha = {
  state: CaptchaState;
  /** Starts the captcha unless it is solved or in progress. */
  start: () => void;
  /** Resolves to the solution. Rejects if the captcha fails. */
  solution: () => Promise<string | undefined>;
  /** Solves a new captcha immediately, because the solution was used or rejected. */
  renew: () => void;
  /** Returns to the initial state, for a form that was reset. */
  reset: () => void;
  /** The element in which a provider's widget is rendered. */
  place: RefObject<HTMLDivElement | null>;
};

/** Handles a form's captcha. If `isNeeded` is false, it counts as solved. */
export function useCaptcha(isNeeded: boolean): Captcha {
  const [state, setState] = useState<CaptchaState>(isNeeded ? "unsolved" : "solved");
  const solving = useRef<Promise<SolvedCaptcha> | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined);

  const solve = useCallback((words: "solving" | "expired"): Promise<SolvedCaptcha> => {
    clearTimeout(expiry.current);
    setState(words);
    const current = solveCaptcha({
      place: () => place.current,
      onAsking: () => setState("asking"),
    });
    solving.current = current;
    current.then(
      ({ usableMs }) => {
        if (solving.current !== current) return;
        setState("solved");
        if (usableMs !== null) expiry.current = setTimeout(() => solve("expired"), usableMs);
      },
      () => {
        if (solving.current !== current) return;
        solving.current = null;
        setState("failed");
      },
    );
    return current;
  }, []);

  useEffect(() => () => clearTimeout(expiry.current), []);

  const solution = useCallback(async () => {
    if (!isNeeded) return undefined;
    const { solution } = await (solving.current ?? solve("solving"));
    return solution;
  }, [isNeeded, solve]);

  const start = useCallback(() => {
    // After a failure, only the captcha's button or a submission starts it again.
    if (isNeeded && !solving.current) solve("solving").catch(() => {});
  }, [isNeeded, solve]);

  const renew = useCallback(() => {
    if (isNeeded) solve("solving").catch(() => {});
  }, [isNeeded, solve]);

  const reset = useCallback(() => {
    clearTimeout(expiry.current);
    solving.current = null;
    setState(isNeeded ? "unsolved" : "solved");
  }, [isNeeded]);

  return { state, start, solution, renew, reset, place };
}

/** The status line next to the submit button, which refers to its id with `aria-describedby`. */
export function CaptchaLine({ captcha, id }: { captcha: Captcha; id: string }) {
  const { state, renew, place } = captcha;
  const words = useWords();
  const Icon = icons[state];
  return (
    <>
      <div ref={place} hidden={state !== "asking"} />
      <div className={styles.line} data-state={state}>
        <Icon size={20} aria-hidden />
        <p id={id} role="status">
          {words.captcha[state]}
        </p>
        {state === "failed" && (
          <button type="button" className={styles.again} onClick={renew}>
            {words.formButtons.tryAgain}
          </button>
        )}
      </div>
    </>
  );
}

const icons = {
  unsolved: IconShieldCheck,
  solving: IconShieldCheck,
  asking: IconShieldCheck,
  expired: IconShieldCheck,
  solved: IconCircleCheck,
  failed: IconAlertCircle,
} as const;
