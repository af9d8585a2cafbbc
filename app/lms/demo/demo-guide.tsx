// Five things to try, one at a time. It comes before the screen, in reading order, and covers
// nothing; this demo remembers the step, and that it was closed.
import { useId, useSyncExternalStore } from "react";
import { Button } from "#app/ui/button.tsx";
import {
  listenToStorage,
  readOncePerChange,
  storedText,
  storeText,
} from "#app/ui/device-storage.ts";
import { IconX } from "#app/ui/icons.tsx";
import { demoGuideWords as words } from "#content/demo.ts";
import styles from "./demo-guide.module.css";

/** One key, so that an ended demo leaves no other: its value begins with the demo's practice. */
const name = "demo guide";
const closed = "closed";
const readStored = readOncePerChange(() => storedText(name) ?? "");

export function DemoGuide({ practiceId }: { practiceId: string }) {
  const title = useId();
  const [of, kept = "0"] = useSyncExternalStore(listenToStorage, readStored, () => "").split(" ");
  const place = of === practiceId ? kept : "0";
  if (place === closed) return null;
  const last = words.steps.length - 1;
  const index = Math.min(Number(place) || 0, last);
  const step = words.steps[index] ?? words.steps[0];
  const go = (to: number | typeof closed) => storeText(name, `${practiceId} ${to}`);
  return (
    <section className={styles.guide} aria-labelledby={title}>
      <div className={styles.words} aria-live="polite" aria-atomic="true">
        <p className={styles.step}>
          <span id={title}>{words.title}</span>
          <span aria-hidden> · </span>
          {words.step(index + 1, words.steps.length)}
        </p>
        <p>
          <strong>{step.title}.</strong> {step.says}
        </p>
      </div>
      <div className={styles.actions}>
        {index > 0 && (
          <Button isSmall variant="quiet" onClick={() => go(index - 1)}>
            {words.previous}
          </Button>
        )}
        <Button isSmall variant="outline" onClick={() => go(index < last ? index + 1 : closed)}>
          {index < last ? words.next : words.done}
        </Button>
        <button
          type="button"
          className={styles.close}
          aria-label={words.dismiss}
          onClick={() => go(closed)}
        >
          <IconX aria-hidden />
        </button>
      </div>
    </section>
  );
}
