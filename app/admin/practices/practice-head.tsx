// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
import type { ReactNode } from "react";
import { Link } from "react-router";
import table from "#app/admin/sorted-table.module.css";
import type { ListedClient } from "#contract/practices.ts";
import { StatusBadge } from "./practice-facts.tsx";

type HeadProps = {
  practice: Pick<ListedClient, "_id" | "name" | "city" | "state" | "status" | "isAddressConfirmed">;
  /** Content after the practice's city and status. */
  facts: ReactNode;
  /** Content below the facts. */
  children?: ReactNode;
};

/** The first cell of a table's row, which says which practice the row is about. */
export function PracticeHead({ practice, facts, children }: HeadProps) {
  const { _id, name, city, state } = practice;
  return (
    <th role="rowheader" scope="row" className={table.practice}>
      <Link to={`/admin/practice?id=${_id}`} className={table.name}>
        <bdi>{name}</bdi>
      </Link>
      <span className={table.facts}>
        <span>
          {city}, {state}
        </span>
        <StatusBadge practice={practice} />
        {facts}
      </span>
      {children}
    </th>
  );
}
