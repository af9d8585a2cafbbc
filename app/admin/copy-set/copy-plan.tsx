// The second step of copying a set: a preview of what changes at each practice.
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { copySetWords as words } from "#content/console/template-sets.ts";
import type { CopyPlan, CopyPlans } from "#contract/template-sets.ts";
import styles from "./copy-set.module.css";

type PlanProps = {
  setId: string;
  practices: string[];
  onBack?: () => void;
  onDone: () => void;
};

export function CopyPlanStep({ setId, practices, onBack, onDone }: PlanProps) {
  const { revalidate } = useRevalidator();
  const [planned, setPlanned] = useState<CopyPlans | string | null>(null);
  const [isCopying, setIsCopying] = useState(false);
  const param = { id: setId };
  const one = api.admin["template-sets"][":id"];
  const asked = practices.join(" ");

  useEffect(() => {
    let isLeft = false;
    const json = { practices: asked.split(" ") };
    void askApi(() => one["copy-plans"].$post({ param: { id: setId }, json })).then((outcome) => {
      if (!isLeft) setPlanned(outcome.isDone ? outcome.answer : outcome.refusal.message);
    });
    return () => {
      isLeft = true;
    };
  }, [one, setId, asked]);

  async function copy({ version }: CopyPlans) {
    if (isCopying) return;
    setIsCopying(true);
    const outcome = await askApi(() => one.copies.$post({ param, json: { practices, version } }));
    setIsCopying(false);
    if (!outcome.isDone) return setPlanned(outcome.refusal.message);
    showToast({ title: toastTitles.done, message: outcome.answer.message });
    onDone();
    await revalidate();
  }

  const isPlanned = planned !== null && typeof planned !== "string";
  const count = isPlanned ? planned.plans.filter(({ result }) => result === "copies").length : 0;
  return (
    <div className={styles.step}>
      <p>{words.intro}</p>
      <div aria-live="polite" aria-busy={planned === null}>
        {planned === null && <p className={styles.quiet}>{words.checking}</p>}
        {typeof planned === "string" && (
          <p role="alert" className={styles.problem}>
            {planned}
          </p>
        )}
        {isPlanned && (
          <ul className={styles.plans}>
            {planned.plans.map((plan) => (
              <Plan key={plan.practice._id} plan={plan} />
            ))}
          </ul>
        )}
      </div>
      <div className={styles.answers}>
        <Button variant="quiet" onClick={onBack ?? onDone}>
          {onBack ? words.back : consoleWords.cancel}
        </Button>
        {isPlanned && (
          <Button
            aria-disabled={isCopying}
            disabled={count === 0}
            onClick={() => void copy(planned)}
          >
            {isCopying ? words.copying : count === 0 ? words.nobody : words.confirm(count)}
          </Button>
        )}
      </div>
    </div>
  );
}

function Plan({ plan }: { plan: CopyPlan }) {
  const { practice, result, added, kept, sources, keptSettings } = plan;
  const settings = plan.settings.filter((name) => name !== "sources");
  return (
    <li>
      <strong>{practice.name}</strong>
      {result === "copies" ? (
        <>
          {(added.length > 0 || plan.settings.length === 0) && <span>{words.adds(added)}</span>}
          {settings.length > 0 && <span>{words.setsSettings(settings)}</span>}
          {sources.length > 0 && <span>{words.addsSources(sources)}</span>}
          {kept.length > 0 && <span>{words.keeps(kept)}</span>}
          {keptSettings.length > 0 && <span>{words.keepsSettings(keptSettings)}</span>}
        </>
      ) : (
        <span>{words.results[result]}</span>
      )}
    </li>
  );
}
