// The second step of an import: what each column contains. The guess can be corrected, even after
// the dry run.
import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { importWords as words } from "#content/desk/import.ts";
import { type ImportField, importFields, type LeadImportDetail } from "#contract/imports.ts";
import styles from "./columns-form.module.css";
import { DiscardButton } from "./discard-button.tsx";
import { FormatForm } from "./format-form.tsx";
import { useImportPlace } from "./import-place.ts";

/** How many of a column's values are shown as examples. */
const shownValues = 3;

type Props = { one: LeadImportDetail; isOff: boolean };

export function ColumnsForm({ one, isOff }: Props) {
  return (
    <section className={styles.step} aria-labelledby="columns-title">
      <h2 id="columns-title" tabIndex={-1}>
        {words.columns.title}
      </h2>
      <p className={styles.hint}>
        {words.columns.about}{" "}
        {words.columns.read(words.encodings[one.encoding], words.delimiters[one.delimiter])}
      </p>
      <FormatForm one={one} isOff={isOff} />
      {/* The key changes with the columns, because a file that is read in another format has
          other columns. */}
      <Fields key={one.columns.map(({ name }) => name).join("\n")} one={one} isOff={isOff} />
    </section>
  );
}

function Fields({ one, isOff }: Props) {
  const { setColumns } = useImportPlace();
  const { revalidate } = useRevalidator();
  const [fields, setFields] = useState(() => one.columns.map(({ field }) => field));
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isChanged = one.columns.some(({ field }, column) => field !== fields[column]);
  const isNew = one.state === "mapping";

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    const outcome = await askApi(() => setColumns(one._id, { fields }));
    setIsSending(false);
    const { refusal: said } = outcome.isDone ? { refusal: null } : outcome;
    setRefusal(said && (said.errors.fields ?? said.message));
    // Reloaded even after an error, because another tab may have continued the import.
    await revalidate();
  }

  const choose = (column: number, field: ImportField) =>
    setFields((before) => before.map((kept, index) => (index === column ? field : kept)));

  return (
    <form onSubmit={(event) => void save(event)} aria-busy={isSending}>
      <ul className={styles.columns}>
        {one.columns.map(({ name }, column) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position in the file
            key={column}
            name={name.trim() || words.columns.unnamed(column + 1)}
            values={one.preview.map((row) => row[column] ?? "")}
            field={fields[column] ?? "answer"}
            onChoose={(field) => choose(column, field)}
          />
        ))}
      </ul>
      {fields.some(isRepeated) && <p className={styles.several}>{words.columns.several}</p>}
      <RefusalLine sentence={refusal} />
      {(isNew || isChanged) && (
        <Button type="submit" disabled={isOff} aria-disabled={isSending}>
          {isSending ? words.columns.sending : isNew ? words.columns.save : words.columns.again}
        </Button>
      )}{" "}
      {isNew && <DiscardButton one={one} isOff={isOff} />}
    </form>
  );
}

/** Returns whether an earlier column contains the same kind of contact data. */
function isRepeated(field: ImportField, column: number, fields: ImportField[]): boolean {
  return (field === "phone" || field === "email") && fields.indexOf(field) < column;
}

type ColumnProps = {
  name: string;
  values: string[];
  field: ImportField;
  onChoose: (field: ImportField) => void;
};

function ColumnRow({ name, values, field, onChoose }: ColumnProps) {
  const shown = values.filter((value) => value.trim() !== "").slice(0, shownValues);
  return (
    <li className={styles.column}>
      <div className={styles.file}>
        <bdi className={styles.name}>{name}</bdi>
        <bdi className={styles.values}>{shown.join(", ")}</bdi>
      </div>
      <select
        className={styles.select}
        aria-label={words.columns.isOf(name)}
        value={field}
        onChange={(event) => onChoose(event.target.value as ImportField)}
      >
        {importFields.map((one) => (
          <option key={one} value={one}>
            {words.fields[one]}
          </option>
        ))}
      </select>
    </li>
  );
}
