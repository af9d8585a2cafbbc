// The file's format, for files whose column names or first rows look wrong.
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { askApi } from "#app/ui/ask-api.ts";
import { RefusalLine } from "#app/ui/form.tsx";
import { importWords as words } from "#content/desk/import.ts";
import {
  type ImportFormat,
  importDelimiters,
  importEncodings,
  type LeadImportDetail,
} from "#contract/imports.ts";
import columns from "./columns-form.module.css";
import styles from "./format-form.module.css";
import { useImportPlace } from "./import-place.ts";

export function FormatForm({ one, isOff }: { one: LeadImportDetail; isOff: boolean }) {
  const { setFormat } = useImportPlace();
  const { revalidate } = useRevalidator();
  /** The format that was chosen, until the file has been read in it. */
  const [chosen, setChosen] = useState<ImportFormat | null>(null);
  const wanted = useRef<ImportFormat | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const shown = chosen ?? one;

  async function change(to: Partial<ImportFormat>) {
    const isSending = wanted.current !== null;
    const { encoding, delimiter, headerLine } = { ...one, ...wanted.current, ...to };
    wanted.current = { encoding, delimiter, headerLine };
    setChosen(wanted.current);
    // If another format is chosen during a request, it is sent afterward.
    if (isSending) return;
    for (let sent: ImportFormat | null = null; wanted.current !== sent; ) {
      const next: ImportFormat = wanted.current;
      sent = next;
      const outcome = await askApi(() => setFormat(one._id, next));
      setRefusal(outcome.isDone ? null : outcome.refusal.message);
      await revalidate();
    }
    wanted.current = null;
    setChosen(null);
  }

  return (
    <details className={styles.format}>
      <summary>{words.format.title}</summary>
      <div className={styles.choices} aria-busy={chosen !== null}>
        <Choice
          name={words.format.headerLine}
          value={String(shown.headerLine)}
          options={one.firstLines.map(({ line, text }) => [
            String(line),
            words.format.line(line, text),
          ])}
          isOff={isOff}
          onChoose={(line) => void change({ headerLine: Number(line) })}
        />
        <Choice
          name={words.format.delimiter}
          value={shown.delimiter}
          options={importDelimiters.map((delimiter) => [delimiter, words.delimiters[delimiter]])}
          isOff={isOff}
          onChoose={(delimiter) => void change({ delimiter })}
        />
        <Choice
          name={words.format.encoding}
          value={shown.encoding}
          options={importEncodings.map((encoding) => [encoding, words.encodings[encoding]])}
          isOff={isOff}
          onChoose={(encoding) => void change({ encoding })}
        />
      </div>
      <RefusalLine sentence={refusal} />
    </details>
  );
}

type ChoiceProps<Value extends string> = {
  name: string;
  value: Value;
  options: [Value, string][];
  isOff: boolean;
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({
  name,
  value,
  options,
  isOff,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <label>
      <span>{name}</span>
      <select
        className={columns.select}
        value={value}
        disabled={isOff}
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
