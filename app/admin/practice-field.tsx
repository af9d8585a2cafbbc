// A form field to choose a practice: a select, with a search field above it if there are too many
// practices to list.
import { useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { useFound } from "#app/ui/palette/use-found.ts";
import { practiceChoiceWords as words } from "#content/console/practices.ts";
import type { PracticeName, PracticeNames } from "#contract/practices.ts";

/** The first practices, the selected one, and the total number of practices. */
export type PracticesToChoose = Pick<PracticeNames, "total"> & {
  practices: Pick<PracticeName, "_id" | "name">[];
};

type Choice = {
  loaded: PracticesToChoose;
  name: "client" | "practice";
  /** The text of the option for no practice, such as "Choose a practice" or "Every practice". */
  none: string;
};

/** The select inside a `Form`, with its error below it. */
export function PracticeField({ loaded, name, none, chosen }: Choice & { chosen?: string }) {
  const { practices, isLong, onType, onChosen } = usePractices(loaded, chosen);
  return (
    <>
      {isLong && (
        <TextField
          name="practiceSearch"
          label={words.search}
          type="search"
          autoComplete="off"
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
      <SelectField
        name={name}
        label={words.practice}
        isRequired
        options={[
          { value: "", name: none },
          ...practices.map((one) => ({ value: one._id, name: one.name })),
        ]}
        onChange={({ target }) => onChosen(target.value)}
        {...(chosen && { defaultValue: chosen })}
      />
    </>
  );
}

type SelectProps = Choice & {
  defaultValue?: string;
  isRequired?: boolean;
  onChoose?: (clientId: string) => void;
};

/** The select outside a `Form`, with two labels for the styles around it. */
export function PracticeSelect({ loaded, name, none, onChoose, ...select }: SelectProps) {
  const { practices, isLong, onType, onChosen } = usePractices(loaded, select.defaultValue);
  return (
    <>
      {isLong && (
        <label>
          {words.search}
          <input
            type="search"
            autoComplete="off"
            onInput={({ currentTarget }) => onType(currentTarget.value)}
          />
        </label>
      )}
      <label>
        {words.practice}
        <select
          name={name}
          required={select.isRequired}
          defaultValue={select.defaultValue ?? ""}
          onChange={({ target }) => {
            onChosen(target.value);
            onChoose?.(target.value);
          }}
        >
          <option value="" disabled={select.isRequired}>
            {none}
          </option>
          {practices.map((one) => (
            <option key={one._id} value={one._id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function usePractices({ practices, total }: PracticesToChoose, chosenFirst = "") {
  const idIs = (id: string) => (one: { _id: string }) => one._id === id;
  const [chosen, setChosen] = useState(() => practices.find(idIs(chosenFirst)) ?? null);
  const [typed, onType] = useState("");
  const { found } = useFound(typed, findPractices, []);
  const listed = found.length > 0 ? found : practices;
  const isListed = chosen === null || listed.some(idIs(chosen._id));
  // The chosen practice is added to the list, because a select silently changes to another option
  // if the chosen one is removed.
  const all = isListed ? listed : [chosen, ...listed];
  const onChosen = (id: string) => setChosen(all.find(idIs(id)) ?? null);
  return { practices: all, isLong: total > practices.length, onType, onChosen };
}

async function findPractices(search: string): Promise<PracticeName[]> {
  const found = await askApi(() => api.admin["practice-names"].$get({ query: { search } }));
  return found.isDone ? found.answer.practices : [];
}
