// Copies a set to several practices: choose them, preview the changes, confirm.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { copySetWords as words } from "#content/console/template-sets.ts";
import type { PracticeName, PracticeNames } from "#contract/practices.ts";
import { templateSetLimits } from "#contract/template-sets.ts";
import { CopyPlanStep } from "./copy-plan.tsx";
import styles from "./copy-set.module.css";

export function CopyToPractices({ set, onDone }: { set: { _id: string }; onDone: () => void }) {
  const [chosen, setChosen] = useState<PracticeName[]>([]);
  const [isSure, setIsSure] = useState(false);
  if (isSure) {
    return (
      <CopyPlanStep
        setId={set._id}
        practices={chosen.map(({ _id }) => _id)}
        onBack={() => setIsSure(false)}
        onDone={onDone}
      />
    );
  }
  const toggle = (practice: PracticeName) =>
    setChosen((before) =>
      before.some(({ _id }) => _id === practice._id)
        ? before.filter(({ _id }) => _id !== practice._id)
        : [...before, practice],
    );
  const isFull = chosen.length >= templateSetLimits.practices;
  return (
    <div className={styles.step}>
      <PracticeChoice chosen={chosen} isFull={isFull} onToggle={toggle} />
      <div className={styles.answers}>
        <Button variant="quiet" onClick={onDone}>
          {consoleWords.cancel}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => setIsSure(true)}>
          {words.next(chosen.length)}
        </Button>
      </div>
    </div>
  );
}

type ChoiceProps = {
  chosen: PracticeName[];
  isFull: boolean;
  onToggle: (practice: PracticeName) => void;
};

function PracticeChoice({ chosen, isFull, onToggle }: ChoiceProps) {
  const [search, setSearch] = useState("");
  const found = usePractices(search);
  const isChosen = ({ _id }: PracticeName) => chosen.some((one) => one._id === _id);
  // Practices that were selected during an earlier search stay in the list.
  const listed = [
    ...chosen.filter((one) => !found?.practices.some(({ _id }) => _id === one._id)),
    ...(found?.practices ?? []),
  ];
  const shown = found?.practices.length ?? 0;
  return (
    <>
      <label className={styles.find}>
        {words.find}
        <input
          type="search"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </label>
      <fieldset className={styles.practices}>
        <legend>{words.choose}</legend>
        {listed.map((practice) => (
          <label key={practice._id}>
            <input
              type="checkbox"
              checked={isChosen(practice)}
              disabled={isFull && !isChosen(practice)}
              onChange={() => onToggle(practice)}
            />
            <span>
              {practice.name}
              <span className={styles.place}>{words.place(practice.city, practice.state)}</span>
            </span>
          </label>
        ))}
        {found && listed.length === 0 && <p className={styles.quiet}>{words.noneFound}</p>}
      </fieldset>
      {found && found.total > shown && (
        <p className={styles.quiet}>{words.first(shown, found.total)}</p>
      )}
    </>
  );
}

const pauseMs = 120;

/**
 * Returns the first practices that match, or null if they haven't been loaded yet. The response to
 * an earlier search is ignored.
 */
function usePractices(search: string): PracticeNames | null {
  const [found, setFound] = useState<PracticeNames | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const query = search.trim() ? { search: search.trim() } : {};
    const timer = setTimeout(async () => {
      const outcome = await askApi(() => api.admin["practice-names"].$get({ query }));
      if (isCurrent && outcome.isDone) setFound(outcome.answer);
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search]);
  return found;
}
