// A box of the reports, with its title.
import { type ReactNode, useId } from "react";
import styles from "#app/lms/figures.module.css";

export function Card({
  title,
  isWide,
  children,
}: {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`${styles.card} ${isWide ? styles.wide : ""}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
