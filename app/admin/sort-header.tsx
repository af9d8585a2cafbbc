// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
// A column header that sorts its list. A second click reverses the order.
import { Link, useSearchParams } from "react-router";
import styles from "./sorted-table.module.css";

type Order = "asc" | "desc";
const ariaSorts = { asc: "ascending", desc: "descending" } as const;

type SortHeaderProps = {
  sort: string;
  name: string;
  /** The order on the first click. */
  usual: Order;
  /** The default sort, if the URL doesn't name one. */
  isUsual?: boolean;
};

export function SortHeader({ sort, name, usual, isUsual }: SortHeaderProps) {
  const [params] = useSearchParams();
  const other = usual === "asc" ? "desc" : "asc";
  const order = params.get("order") === other ? other : usual;
  const sorted = params.get("sort");
  const isSorted = sorted ? sorted === sort : (isUsual ?? false);
  const next = new URLSearchParams(params);
  for (const name of ["page", "cursor", "order"]) next.delete(name);
  next.set("sort", sort);
  if (isSorted && order === usual) next.set("order", other);
  return (
    <th role="columnheader" scope="col" {...(isSorted && { "aria-sort": ariaSorts[order] })}>
      <Link to={`?${next}`} preventScrollReset className={styles.sort}>
        {name}
        {isSorted && <span aria-hidden>{order === "asc" ? "↑" : "↓"}</span>}
      </Link>
    </th>
  );
}
