import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./back-link.module.css";
import { IconArrowLeft } from "./icons.tsx";

/** The link from a subpage back to its parent page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.back} to={to}>
      <IconArrowLeft aria-hidden />
      {children}
    </Link>
  );
}
