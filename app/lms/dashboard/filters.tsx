// The queue's filters. They are chosen in a popup (a bottom sheet on phones) and shown as chips
// that remove them.

import { useState } from "react";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconFilter } from "#app/lms/shell/desk-icons.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconX } from "#app/ui/icons.tsx";
import { usePendingSearch } from "#app/ui/lists/pending-search.ts";
import { filterWords } from "#content/desk/dashboard.ts";
import type { DeskPerson } from "#contract/accounts.ts";
import type { FilterChoices } from "#contract/filters.ts";
import { queueStates } from "#contract/queue.ts";
import { type FilterParams, filterNames, readFilters } from "./filter-params.ts";
import styles from "./filters.module.css";

/** With a new filter, the list starts at its first page again. */
const fromTheTop = { show: null };
export const noFilters = {
  ...{ state: null, campaign: null, source: null },
  ...{ assignee: null, askedAgain: null },
};

/** The button that opens the popup. It shows how many filters are active. */
export function FilterButton({ choices }: { choices: FilterChoices }) {
  const [isOpen, setIsOpen] = useState(false);
  const [pending] = usePendingSearch();
  const params = readFilters(pending);
  const count = filterNames.filter((name) => params[name] !== "").length;
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconFilter aria-hidden />
        <span>{filterWords.title}</span>
        {count > 0 && (
          <strong className={styles.count}>
            {count}
            <Hidden>{filterWords.activeCount}</Hidden>
          </strong>
        )}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={filterWords.title}>
        {isOpen && <Choice params={params} choices={choices} />}
      </Dialog>
    </>
  );
}

type ChoiceProps = { params: FilterParams; choices: FilterChoices };

/** Each choice applies immediately, so the list behind the popup shows its effect. */
function Choice({ params, choices }: ChoiceProps) {
  const [, setPending] = usePendingSearch();
  const { person } = useDesk();
  const [me, people] = [person?._id, person?.colleagues ?? []];
  // Optimistic update: shows the choice even before the URL changes.
  const [chosen, setChosen] = useState<Record<keyof FilterParams, string>>(params);
  const choose = (name: keyof FilterParams, value: string) => {
    setChosen((before) => ({ ...before, [name]: value }));
    setPending({ [name]: value, ...fromTheTop }, { replace: true });
  };
  const clear = () => {
    setChosen({ state: "", campaign: "", source: "", assignee: "", askedAgain: "" });
    setPending({ ...noFilters, ...fromTheTop }, { replace: true });
  };
  return (
    <form method="dialog" className={styles.choice}>
      <fieldset className={styles.states}>
        <legend>{filterWords.state}</legend>
        {["" as const, ...queueStates].map((state) => (
          <label key={state}>
            <input
              type="radio"
              name="state"
              value={state}
              checked={chosen.state === state}
              onChange={() => choose("state", state)}
            />
            {filterWords.states[state || "any"]}
          </label>
        ))}
      </fieldset>
      {(["campaign", "source"] as const).map((name) => (
        <label key={name} className={styles.select}>
          <span>{filterWords[name]}</span>
          <select value={chosen[name]} onChange={(event) => choose(name, event.target.value)}>
            <option value="">{filterWords.any[name]}</option>
            {choices[`${name}s`].map((one) => (
              <option key={one._id} value={one._id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      ))}
      {people.length > 1 && (
        <label className={styles.select}>
          <span>{filterWords.assignee}</span>
          <select
            value={chosen.assignee}
            onChange={(event) => choose("assignee", event.target.value)}
          >
            <option value="">{filterWords.any.assignee}</option>
            {people.map((one) => (
              <option key={one._id} value={one._id}>
                {one._id === me ? filterWords.mine : one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={chosen.askedAgain === "yes"}
          onChange={(event) => choose("askedAgain", event.target.checked ? "yes" : "")}
        />
        {filterWords.askedAgain}
      </label>
      <div className={styles.end}>
        <Button variant="quiet" onClick={clear}>
          {filterWords.clear}
        </Button>
        <Button type="submit">{filterWords.done}</Button>
      </div>
    </form>
  );
}

/** Shows the active filters as chips. A tap on a chip removes its filter. */
export function FilterChips({ params, choices }: { params: FilterParams; choices: FilterChoices }) {
  const [, setPending] = usePendingSearch();
  const { person } = useDesk();
  const chips = filterNames.filter((name) => params[name] !== "");
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={filterWords.active}>
      {chips.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            onClick={() => setPending({ [name]: null, ...fromTheTop })}
          >
            <Hidden>{filterWords.remove} </Hidden>
            {chipText(name, params, choices, person)}
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className={styles.clear}
          onClick={() => setPending({ ...noFilters, ...fromTheTop })}
        >
          {filterWords.clear}
        </button>
      </li>
    </ul>
  );
}

function chipText(
  name: keyof FilterParams,
  params: FilterParams,
  choices: FilterChoices,
  person: DeskPerson | null,
): string {
  if (name === "askedAgain") return filterWords.askedAgain;
  if (name === "state") return filterWords.states[params.state || "any"];
  if (name === "assignee") {
    if (params.assignee === person?._id) return filterWords.mine;
    const one = person?.colleagues.find(({ _id }) => _id === params.assignee);
    return `${filterWords.assignee}: ${one?.name ?? filterWords.unknown}`;
  }
  const chosen = choices[`${name}s`].find((one) => one._id === params[name]);
  return `${filterWords[name]}: ${chosen?.name ?? filterWords.unknown}`;
}
