// Shows five things to try, one at a time. Doing one or clicking the button shows the next. The
// guide comes before the screen in reading order and doesn't cover anything. The step, and whether
// the guide was closed, are stored.
import { useEffect, useEffectEvent, useId, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { useLiveLeads } from "#app/lms/shell/desk-context.ts";
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

/**
 * All demos share one key, so that expired demos don't leave keys behind. The value starts with the
 * practice's id.
 */
const name = "demo guide";
const closed = "closed";
const readStored = readOncePerChange(() => storedText(name) ?? "");

/**
 * The position of each step in `demoGuideWords.steps`. A step is complete once the visitor has done
 * it.
 */
const steps = { arrival: 0, call: 1, result: 2, lead: 3, reports: 4 };
const reportPages = ["/lms/figures", "/lms/outbox"];

type GuideProps = {
  practiceId: string;
  /** When the desk was opened, by the server's clock. */
  since: string;
};

export function DemoGuide({ practiceId, since }: GuideProps) {
  const title = useId();
  const { pathname } = useLocation();
  const [of, kept = "0"] = useSyncExternalStore(listenToStorage, readStored, () => "").split(" ");
  const place = of === practiceId ? kept : "0";
  const end = words.steps.length;
  const index = Math.min(Number(place) || 0, end);
  const go = (to: number | typeof closed) => storeText(name, `${practiceId} ${to}`);
  /** If a later step is done early, the steps before it are skipped. */
  const didUpTo = (step: number, next = step + 1) => {
    if (place !== closed && index <= step) go(next);
  };
  const did = (step: number) => index === step && didUpTo(step);

  useMessage("callStarted", () => didUpTo(steps.call));
  // If the call was made on the lead's page, that page is already open, so the step about it is
  // skipped.
  useMessage("outcomeSaved", () =>
    didUpTo(steps.result, pathname === "/lms/lead" ? steps.reports : steps.lead),
  );
  const hasArrived = [...useLiveLeads().rows.values()].some(
    ({ lead }) => lead?.uncalledSince && Date.parse(lead.date) > Date.parse(since),
  );
  const onArrival = useEffectEvent(() => did(steps.arrival));
  useEffect(() => {
    if (hasArrived) onArrival();
  }, [hasArrived]);
  const onScreen = useEffectEvent(() => {
    if (pathname === "/lms/lead") did(steps.lead);
    if (reportPages.includes(pathname)) did(steps.reports);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each screen, so Back in the guide has an effect
  useEffect(() => onScreen(), [pathname]);

  if (place === closed) return null;
  const step = words.steps[index] ?? words.finished;
  return (
    <section className={styles.guide} aria-labelledby={title}>
      <div className={styles.words} aria-live="polite" aria-atomic="true">
        <p className={styles.step}>
          <span id={title}>{words.title}</span>
          <span aria-hidden> · </span>
          {index < end ? words.step(index + 1, end) : words.allDone}
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
        <Button isSmall variant="outline" onClick={() => go(index < end - 1 ? index + 1 : closed)}>
          {index < end - 1 ? words.next : words.done}
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
