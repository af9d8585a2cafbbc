// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
// Cells of the console's sorted tables.
import type { ReactNode } from "react";
import { Moment } from "#app/ui/at-time.tsx";
import { agoText } from "#app/ui/clock-text.ts";
import { useNow } from "#app/ui/now.tsx";
import { agencyZone } from "./agency-hours.ts";
import table from "./sorted-table.module.css";

type CellProps = {
  /** The column's name. On a card, it precedes the value. */
  name: string;
  /** Whether the value may wrap, because it is text of any length. */
  isText?: boolean;
  children: ReactNode;
};

export function Cell({ name, isText = false, children }: CellProps) {
  return (
    <td role="cell" className={isText ? table.text : table.figure} data-name={name}>
      {children}
    </td>
  );
}

/** Shows how long ago a moment was, or a word if it never came. */
export function Ago({ at, never }: { at: string | null; never: string }) {
  const now = useNow();
  if (!at) return never;
  return (
    <Moment at={at} timeZone={agencyZone}>
      {agoText(new Date(at), now)}
    </Moment>
  );
}
