// Form fields. The label is above, and the help text and the error are below, both linked with
// `aria-describedby`.

import type { ComponentProps, FormEventHandler, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./fields.module.css";
import { useFormState } from "./form.tsx";
import { IconAlertCircle } from "./icons.tsx";
import { formatInput, maskInput } from "./phone-mask.ts";
import { useTranslatedPath, useWords } from "./words.ts";

type FieldProps = {
  /** The field's name in the contract. The API's errors are matched by it. */
  name: string;
  label: string;
  isRequired?: boolean;
  /** A help text that is always shown. */
  help?: ReactNode;
  /** A problem with the current value, shown before the form is submitted. */
  problem?: string;
};

type TextFieldProps = FieldProps &
  Pick<
    ComponentProps<"input">,
    | "autoComplete"
    | "autoCapitalize"
    | "defaultValue"
    | "enterKeyHint"
    | "inputMode"
    | "max"
    | "maxLength"
    | "min"
    | "onBlur"
    | "placeholder"
    | "readOnly"
    | "spellCheck"
  > & {
    type?:
      | "text"
      | "email"
      | "tel"
      | "password"
      | "search"
      | "url"
      | "date"
      | "time"
      | "datetime-local";
    /** If given, the field is a textarea with this many rows. */
    rows?: number;
    /**
     * Whether the form needs this field or another one, as it says elsewhere. Then this field isn't
     * marked as optional.
     */
    isOneOf?: boolean;
    onInput?: FormEventHandler<HTMLInputElement | HTMLTextAreaElement>;
    /** Suggestions for the value; the user may type any other text too. */
    suggestions?: readonly string[];
    /** Content at the right end inside the field, for example a button. */
    inside?: ReactNode;
  };

/** A text field with one line, or with several lines if `rows` is given. */
export function TextField({
  name,
  label,
  isRequired,
  isOneOf,
  help,
  problem,
  rows,
  inside,
  suggestions,
  type,
  onInput,
  onBlur,
  ...input
}: TextFieldProps) {
  const field = useField(name, help !== undefined, problem);
  const shared = { ...input, ...field.attributes, name, className: styles.input };
  return (
    <div className={styles.field}>
      <Label htmlFor={field.id} isRequired={isRequired || isOneOf}>
        {label}
      </Label>
      <div className={styles.box}>
        {rows ? (
          <textarea {...shared} rows={rows} required={isRequired} onInput={onInput} />
        ) : (
          <input
            {...shared}
            type={type ?? "text"}
            required={isRequired}
            onInput={onInput}
            onBlur={onBlur}
            list={suggestions && `${field.id}-suggestions`}
          />
        )}
        {inside}
        {suggestions && (
          <datalist id={`${field.id}-suggestions`}>
            {suggestions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        )}
      </div>
      <HelpAndError field={field} help={help} />
    </div>
  );
}

/** An email address, with autofill and the right keyboard on phones. */
export function EmailField(field: Partial<TextFieldProps>) {
  return (
    <TextField
      name="email"
      label={useWords().fields.email}
      type="email"
      autoComplete="email"
      inputMode="email"
      {...field}
    />
  );
}

/** A select field. If there is no `defaultValue`, nothing is selected. */
export function SelectField({
  name,
  label,
  isRequired,
  help,
  problem,
  options,
  hasNone = false,
  defaultValue = "",
  ...select
}: FieldProps & {
  options: { value: string; name: string }[];
  /** Whether the options include an empty one. */
  hasNone?: boolean;
} & Pick<ComponentProps<"select">, "autoComplete" | "defaultValue" | "onChange">) {
  const field = useField(name, help !== undefined, problem);
  const words = useWords();
  return (
    <div className={styles.field}>
      <Label htmlFor={field.id} isRequired={isRequired}>
        {label}
      </Label>
      <select
        {...select}
        defaultValue={defaultValue}
        {...field.attributes}
        name={name}
        className={styles.input}
        required={isRequired}
      >
        {!hasNone && (
          <option value="" disabled={isRequired}>
            {words.fields.choose}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      <HelpAndError field={field} help={help} />
    </div>
  );
}

/**
 * A phone number, with the consent text and the privacy link that every such field needs. The text
 * as shown is submitted as `consent`. A US number is formatted as (###) ###-#### during typing.
 * With the mask, the field accepts nothing else.
 */
export function PhoneField({
  consent: ownConsent,
  isMasked = false,
  ...props
}: Omit<TextFieldProps, "type" | "help" | "rows"> & { consent?: string; isMasked?: boolean }) {
  const words = useWords();
  const pathTo = useTranslatedPath();
  const consent = ownConsent ?? words.form.phoneConsent;
  return (
    <>
      <TextField
        autoComplete="tel"
        inputMode="tel"
        onInput={isMasked ? maskInput : formatInput}
        placeholder={isMasked ? words.fields.phoneMask : undefined}
        {...props}
        type="tel"
        help={
          <>
            {consent} <Link to={pathTo("/lms/privacy-policy")}>{words.interface.privacy}</Link>
          </>
        }
      />
      <input type="hidden" name="consent" value={consent} />
    </>
  );
}

type Field = ReturnType<typeof useField>;

function useField(name: string, hasHelp: boolean, problem: string | undefined) {
  const form = useFormState();
  const error = form.errors[name] ?? problem;
  const id = `${form.id}-${name}`;
  const describedBy = [error && `${id}-error`, hasHelp && `${id}-help`].filter(Boolean).join(" ");
  return {
    id,
    error,
    attributes: {
      id,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy || undefined,
    },
  };
}

function Label({
  htmlFor,
  isRequired,
  children,
}: {
  htmlFor: string;
  isRequired: boolean | undefined;
  children: string;
}) {
  const { optional } = useWords().fields;
  return (
    <label htmlFor={htmlFor} className={styles.label}>
      {children}
      {!isRequired && <span className={styles.optional}> {optional}</span>}
    </label>
  );
}

function HelpAndError({ field, help }: { field: Field; help: ReactNode }) {
  return (
    <>
      {field.error && (
        <p id={`${field.id}-error`} className={styles.error}>
          <IconAlertCircle size={20} aria-hidden />
          {field.error}
        </p>
      )}
      {help !== undefined && (
        <p id={`${field.id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </>
  );
}
