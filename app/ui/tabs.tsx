import { type ReactNode, useId } from "react";
import { TabList } from "./tab-list.tsx";
import styles from "./tabs.module.css";

export type Tab<Name extends string> = { name: Name; title: string; content: ReactNode };

/**
 * Tabs of which only the selected panel is rendered, so a form in a panel needs a `draftKey` to
 * keep its values.
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
  const shown = tabs.find(({ name }) => name === chosen);
  return (
    <>
      <TabList
        label={label}
        tabs={tabs.map(({ name, title }) => ({
          id: `${id}-${name}-tab`,
          panel: name === chosen ? `${id}-${name}` : undefined,
          title,
        }))}
        chosen={tabs.findIndex(({ name }) => name === chosen)}
        onChoose={(at) => tabs[at] && onChoose(tabs[at].name)}
        styles={styles}
      />
      {shown && (
        <div
          key={shown.name}
          role="tabpanel"
          id={`${id}-${chosen}`}
          aria-labelledby={`${id}-${chosen}-tab`}
        >
          {shown.content}
        </div>
      )}
    </>
  );
}
