// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
// The console's sorted tables: a table, or one card per row on a narrow screen.
import type { ReactNode } from "react";
import { Moment } from "#app/ui/at-time.tsx";
import { agoText } from "#app/ui/clock-text.ts";
import { useNow } from "#app/ui/now.tsx";
import { agencyZone } from "./agency-hours.ts";
import table from "./sorted-table.module.css";

/** `head`: the cells of the header row. */
export function SortedTable({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <div className={table.frame}>
      <table role="table" className={table.table}>
        <thead role="rowgroup">
          <tr role="row">{head}</tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

/** The header of a column by which the list can't be sorted. */
export function Head({ name }: { name: string }) {
  return (
    <th role="columnheader" scope="col">
      <span className={table.sort}>{name}</span>
    </th>
  );
}

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
