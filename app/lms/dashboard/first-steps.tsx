// The setup checklist for a practice that has never had a lead. Each step links to where it is
// done. It stays until everything is done or someone hides it.
import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { useAlertSettings } from "#app/lms/shell/alert-settings.ts";
import { useDesk, useLiveLeads } from "#app/lms/shell/desk-context.ts";
import { useOncePerSecond } from "#app/lms/shell/once-per-second.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { IconArrowRight, IconCircleCheck } from "#app/ui/icons.tsx";
import { firstStepWords as words } from "#content/desk/dashboard.ts";
import type { AlertSettings } from "#contract/alerts.ts";
import type { FirstSteps as Steps } from "#contract/first-steps.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./first-steps.module.css";
import { storeFirstStepsStage, useFirstStepsStage } from "./first-steps-stage.ts";

/**
 * Shown to the practice, but not to an owner in view-as mode. `leads`: the leads that the queue
 * shows.
 */
export function FirstSteps({ leads }: { leads: Lead[] }) {
  const { client } = useDesk();
  const stage = useFirstStepsStage(client._id);
  const settings = useAlertSettings();
  const done = useSteps(stage === "open" || (stage === null && leads.length === 0));
  const hasAlerts = settings !== null && reachesSomeone(settings);
  const isOver = stage === null ? done?.hasLead : done && hasAlerts && areDone(done);
  useEffect(() => {
    if (!done || stage === "over") return;
    if (isOver) storeFirstStepsStage(client._id, "over");
    else if (stage === null) storeFirstStepsStage(client._id, "open");
  }, [done, isOver, stage, client._id]);
  if (stage !== "open" || isOver || !done || !settings) return null;
  return (
    <Checklist
      done={done}
      hasAlerts={hasAlerts}
      leadId={leads[0]?._id ?? null}
      onDismiss={() => {
        // The clicked button disappears, so focus moves to the page's title.
        document.getElementById("main")?.focus({ preventScroll: true });
        storeFirstStepsStage(client._id, "over");
      }}
    />
  );
}

const areDone = ({ hasHours, hasLead, hasCall }: Steps) => hasHours && hasLead && hasCall;

function reachesSomeone({ devices, addresses }: AlertSettings): boolean {
  return (
    devices.some(({ isThisDevice }) => isThisDevice) ||
    addresses.some(({ isConfirmed, problem }) => isConfirmed && !problem)
  );
}

/**
 * Returns the practice's steps, and fetches them again after changes to leads. Null if they aren't
 * needed or haven't been loaded yet.
 */
function useSteps(isWanted: boolean): Steps | null {
  const live = useLiveLeads();
  const [steps, setSteps] = useState<Steps | null>(null);
  const ask = useOncePerSecond(async (signal) => {
    const outcome = await askApi(() =>
      api.clients.me["first-steps"].$get({}, { init: { signal } }),
    );
    if (!signal.aborted && outcome.isDone) setSteps(outcome.answer);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may complete a step
  useEffect(() => {
    if (isWanted) ask();
  }, [isWanted, live, ask]);
  return steps;
}

type ChecklistProps = {
  done: Steps;
  hasAlerts: boolean;
  /** The lead to call first, or null if the queue is empty. */
  leadId: string | null;
  onDismiss: () => void;
};

function Checklist({ done, hasAlerts, leadId, onDismiss }: ChecklistProps) {
  const title = useId();
  const callUrl = leadId && `/lms/lead?id=${leadId}`;
  const steps = [
    { ...words.steps.hours, isDone: done.hasHours, url: "/lms/profile?page=hours" },
    { ...words.steps.alerts, isDone: hasAlerts, url: "/lms/profile?page=alerts" },
    { ...words.steps.lead, isDone: done.hasLead, url: "/lms/lead" },
    { ...words.steps.call, isDone: done.hasCall, url: callUrl },
  ];
  const count = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={styles.steps} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title}>{words.title}</h2>
        <p>{words.count(count, steps.length)}</p>
      </div>
      <ol>
        {steps.map(({ title, why, link, isDone, url }) => (
          <li key={title} data-done={isDone || undefined}>
            {isDone ? <IconCircleCheck size={22} aria-hidden /> : <span className={styles.open} />}
            <div>
              <strong>{title}</strong>
              {!isDone && <p>{why}</p>}
            </div>
            {isDone && <span className={styles.state}>{words.isDone}</span>}
            {!isDone && url && (
              <Link to={url} className={styles.link}>
                {link}
                <IconArrowRight size={16} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Button isSmall variant="quiet" onClick={onDismiss}>
        {words.dismiss}
      </Button>
    </section>
  );
}
