// The fields for the sources in a set, with a kind and a name each. Each field's name is its path in
// the request, so that an error appears at its field.
import { Fragment, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import type { Typed } from "#app/ui/form-values.ts";
import attempts from "#app/ui/hours/attempt-fields.module.css";
import { sourceKindNames, sourceWords } from "#content/console/sources.ts";
import { templateSetPageWords as words } from "#content/console/template-sets.ts";
import { sourceLimits } from "#contract/sources.ts";
import { type SetSource, setSourceKinds, templateSetLimits } from "#contract/template-sets.ts";

const options = setSourceKinds.map((value) => ({ value, name: sourceKindNames[value] }));
const first: SetSource = { kind: "form", name: "" };

/** Returns how many sources are shown, because they can be added and removed. */
export function useSetSources(sources: SetSource[] | null) {
  const shown = sources ?? [first];
  const [count, setCount] = useState(shown.length);
  return {
    ...{ shown, count, setCount },
    /** Returns the sources from the typed values. */
    read: (typed: Typed) =>
      Array.from({ length: count }, (_, place) => ({
        kind: typed[fieldAt(place, "kind")],
        name: typed[fieldAt(place, "name")],
      })),
  };
}

export function SourceFields({ sources }: { sources: ReturnType<typeof useSetSources> }) {
  const { shown, count, setCount } = sources;
  return (
    <>
      {Array.from({ length: count }, (_, place) => (
        <Fragment key={fieldAt(place, "name")}>
          <SelectField
            name={fieldAt(place, "kind")}
            label={sourceWords.kind}
            options={options}
            defaultValue={shown[place]?.kind ?? first.kind}
            isRequired
          />
          <TextField
            name={fieldAt(place, "name")}
            label={sourceWords.name}
            defaultValue={shown[place]?.name ?? ""}
            maxLength={sourceLimits.name}
            autoComplete="off"
            isRequired
          />
        </Fragment>
      ))}
      <div className={attempts.changes}>
        {count < templateSetLimits.sources && (
          <Button variant="quiet" isSmall onClick={() => setCount(count + 1)}>
            {words.addSource}
          </Button>
        )}
        {count > 1 && (
          <Button variant="quiet" isSmall onClick={() => setCount(count - 1)}>
            {words.removeSource}
          </Button>
        )}
      </div>
    </>
  );
}

const fieldAt = (place: number, field: keyof SetSource) => `sources.${place}.${field}`;
