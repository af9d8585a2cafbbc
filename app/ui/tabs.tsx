// Tabs: arrow keys, Home and End move and select; only the selected tab is in the Tab order.
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import styles from "./tabs.module.css";

export type Tab<Name extends string> = { name: Name; title: string; content: ReactNode };

/**
 * Only the selected panel is rendered: a form in another panel needs a `draftKey` to keep its
 * values.
 */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  label: string;
  tabs: Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const index = tabs.findIndex(({ name }) => name === chosen);
    const last = tabs.length - 1;
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: last }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next > last ? 0 : next);
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.name}"]`)?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}-tab`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${id}-${name}` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs
        .filter(({ name }) => name === chosen)
        .map(({ name, content }) => (
          <div
            key={name}
            role="tabpanel"
            id={`${id}-${name}`}
            aria-labelledby={`${id}-${name}-tab`}
          >
            {content}
          </div>
        ))}
    </>
  );
}
