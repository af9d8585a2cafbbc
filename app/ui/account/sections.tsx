// A page of sections with a list of links to them, next to the sections or above them on a narrow
// screen. A practice's profile and the owner's account use it.
import type { ReactNode } from "react";
import styles from "./sections.module.css";

export type Section = { id: string; name: string; content: ReactNode };

type SectionsProps = {
  /** The accessible name of the list of links. */
  label: string;
  sections: Section[];
  /** Content above the sections. */
  children?: ReactNode;
};

export function Sections({ label, sections, children }: SectionsProps) {
  return (
    <main className={styles.page}>
      <nav aria-label={label} className={styles.contents}>
        {sections.map(({ id, name }) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <div className={styles.sections}>
        {children}
        {sections.map(({ id, name, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-name`} className={styles.section}>
            <h2 id={`${id}-name`}>{name}</h2>
            {content}
          </section>
        ))}
      </div>
    </main>
  );
}
