// The filters above a list in the console. They are in the URL, so that a list can be bookmarked
// and Back returns to it.
import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useSearchParams, useSubmit } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { listWords as words } from "#content/console/frame.ts";
import styles from "./list-filters.module.css";

type FiltersProps = {
  /** Whether any filter is set. If so, the form links to the whole list. */
  isFiltered: boolean;
  /** Parameters of the URL that say which page it is. With them, the page keeps its scroll. */
  kept?: Record<string, string>;
  children: ReactNode;
};

/**
 * The form with the filters. A select applies immediately, and typed text applies with Enter or
 * "Find".
 */
export function ListFilters({ isFiltered, kept, children }: FiltersProps) {
  const [params] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const order = params.get("order");
  // When Back or a link changes the URL, the fields get the new values. They aren't mounted again,
  // so that they keep the focus and any text typed in the meantime.
  const shown = useRef(params.toString());
  useEffect(() => {
    // If the URL hasn't changed, the fields keep even text that was typed before hydration.
    if (shown.current === params.toString()) return;
    shown.current = params.toString();
    for (const field of form.current?.elements ?? []) showParam(field, params);
  }, [params]);
  return (
    <Form
      ref={form}
      className={styles.filters}
      aria-label={words.filter}
      preventScrollReset={kept !== undefined}
      onChange={({ currentTarget, target }) => {
        if (!(target instanceof HTMLSelectElement)) return;
        const chosen = new FormData(currentTarget);
        // Another column has its own usual order.
        if (target.name === "sort") chosen.delete("order");
        void submit(chosen, { replace: true, preventScrollReset: kept !== undefined });
      }}
    >
      {Object.entries(kept ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {order && <input type="hidden" name="order" value={order} />}
      {children}
      <Button type="submit" variant="outline" isSmall>
        {words.find}
      </Button>
      {isFiltered && (
        <Link
          to={`?${new URLSearchParams(kept)}`}
          preventScrollReset={kept !== undefined}
          className={styles.all}
        >
          {words.showAll}
        </Link>
      )}
    </Form>
  );
}

function showParam(field: Element, params: URLSearchParams) {
  if (field instanceof HTMLSelectElement && field.name) {
    field.value = params.get(field.name) ?? "";
    if (field.selectedIndex < 0) field.selectedIndex = 0;
  }
  const isTyped = field === document.activeElement;
  if (field instanceof HTMLInputElement && field.type !== "hidden" && field.name && !isTyped) {
    field.value = params.get(field.name) ?? "";
  }
}

type SearchProps = { name?: string; label: string; hint?: string; maxLength?: number };

export function SearchFilter({ name = "search", label, hint, maxLength = 200 }: SearchProps) {
  const [params] = useSearchParams();
  return (
    <label className={styles.search}>
      {label}
      <input
        type="search"
        name={name}
        maxLength={maxLength}
        placeholder={hint}
        defaultValue={params.get(name) ?? ""}
      />
    </label>
  );
}

type SelectProps = {
  name: string;
  label: string;
  /**
   * The option for no filter, which is the first one. Without it, the first of `names` is the
   * default.
   */
  any?: string;
  names: [value: string, name: string][];
};

export function SelectFilter({ name, label, any, names }: SelectProps) {
  const [params] = useSearchParams();
  return (
    <label>
      {label}
      <select name={name} defaultValue={params.get(name) ?? (any ? "" : names[0]?.[0])}>
        {any && <option value="">{any}</option>}
        {names.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
