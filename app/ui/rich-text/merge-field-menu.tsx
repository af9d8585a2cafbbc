// A menu that inserts a merge field at the cursor.
import { editorWords } from "#content/desk/templates.ts";
import { mergeFieldWords } from "#content/templates.ts";
import { type MergeField, mergeFields } from "#contract/templates.ts";
import { isMergeField } from "./merge-fields.ts";
import styles from "./rich-text.module.css";

export function FieldMenu({
  label,
  onChoose,
}: {
  /** The menu's accessible name, for example "Insert a field in the subject". */
  label: string;
  onChoose: (field: MergeField) => void;
}) {
  return (
    <select
      aria-label={label}
      className={styles.fields}
      value=""
      onChange={({ target }) => {
        if (isMergeField(target.value)) onChoose(target.value);
      }}
    >
      <option value="">{editorWords.insertField}</option>
      {mergeFields.map((field) => (
        <option key={field} value={field}>
          {mergeFieldWords[field].name}
        </option>
      ))}
    </select>
  );
}
