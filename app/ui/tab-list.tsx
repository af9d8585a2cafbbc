// Tabs above their panels. Arrow keys, Home and End select a tab and give it the focus. Only the
// selected tab is in the Tab order.
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from "react";

type TabListProps = {
  label: string;
  tabs: {
    id: string;
    /** The id of the tab's panel, if the panel is on the page. */
    panel: string | undefined;
    title: ReactNode;
    style?: CSSProperties;
  }[];
  chosen: number;
  onChoose: (at: number) => void;
  /** Decides which arrow keys work. The default is horizontal. */
  orientation?: "horizontal" | "vertical";
  styles: { list?: string; tab?: string };
};

export function TabList(props: TabListProps) {
  const { label, tabs, chosen, onChoose, orientation, styles } = props;
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const [back, forth] =
      orientation === "vertical" ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    const last = tabs.length - 1;
    const next = new Map([
      [back, chosen === 0 ? last : chosen - 1],
      [forth, chosen === last ? 0 : chosen + 1],
      ["Home", 0],
      ["End", last],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      aria-orientation={orientation}
      className={styles.list}
      onKeyDown={move}
    >
      {tabs.map(({ id, panel, title, style }, at) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={id}
          aria-selected={at === chosen}
          aria-controls={panel}
          tabIndex={at === chosen ? 0 : -1}
          className={styles.tab}
          style={style}
          onClick={() => onChoose(at)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
