// The template set that an invited practice gets when it registers. Hidden if no set is published.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { SelectField } from "#app/ui/fields.tsx";
import type { Typed } from "#app/ui/form-values.ts";
import { copySetWords as words } from "#content/console/template-sets.ts";

export function StartingPointField() {
  const [options, setOptions] = useState<{ value: string; name: string }[]>([]);
  useEffect(() => {
    let isLeft = false;
    void askApi(() => api.admin["template-sets"].$get()).then((outcome) => {
      if (isLeft || !outcome.isDone) return;
      const published = outcome.answer.sets.filter(({ version }) => version > 0);
      setOptions(published.map(({ _id, name }) => ({ value: _id, name })));
    });
    return () => {
      isLeft = true;
    };
  }, []);
  if (options.length === 0) return null;
  return (
    <SelectField
      name="templateSet"
      label={words.startingPoint}
      help={words.startingPointHelp}
      options={[{ value: "", name: words.noStartingPoint }, ...options]}
      hasNone
    />
  );
}

/** Returns the chosen set's id, or undefined for none. */
export function startingPointIn({ templateSet }: Typed): string | undefined {
  return templateSet || undefined;
}
