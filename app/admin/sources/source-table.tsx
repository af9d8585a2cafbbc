// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
// The rows of the list: a table, or one card per source on a narrow screen.
import { Link } from "react-router";
import { Figure } from "#app/admin/campaign/figure.tsx";
import { SortHeader } from "#app/admin/sort-header.tsx";
import table from "#app/admin/sorted-table.module.css";
import { Ago, Cell, Head, SortedTable } from "#app/admin/table-cells.tsx";
import { numberText } from "#app/ui/share.ts";
import {
  sourceSortNames as names,
  sourceKindNames,
  sourceStateNames,
  sourceWords as words,
} from "#content/console/sources.ts";
import { type ListedSource, type SourceSort, sourceSorts } from "#contract/sources.ts";
import styles from "./source-table.module.css";

const columns = Object.keys(sourceSorts) as SourceSort[];

export function SourceTable({ sources }: { sources: ListedSource[] }) {
  return (
    <SortedTable
      head={
        <>
          {columns.map((sort) => (
            <SortHeader
              key={sort}
              sort={sort}
              name={names[sort]}
              usual={sourceSorts[sort]}
              isUsual={sort === "practice"}
            />
          ))}
          <Head name={words.usualGap} />
        </>
      }
    >
      {sources.map((source) => (
        <Row key={source._id} source={source} />
      ))}
    </SortedTable>
  );
}

function Row({ source }: { source: ListedSource }) {
  const { _id, name, practice, kind, state, unread, usualGapHours } = source;
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className={table.practice}>
        <Link to={`/admin/source?id=${_id}`} className={table.name}>
          <bdi>{name}</bdi>
        </Link>
      </th>
      <Cell name={names.practice} isText>
        <bdi>{practice.name}</bdi>
      </Cell>
      <Cell name={names.kind}>{sourceKindNames[kind]}</Cell>
      <Cell name={names.state}>
        <span className={styles.state} data-state={state}>
          {state === "unread" ? words.needYou(unread) : sourceStateNames[state]}
        </span>
      </Cell>
      <Cell name={names.lastLead}>
        <Ago at={source.lastLeadAt} never={words.noLead} />
      </Cell>
      <Cell name={names.leads}>{numberText(source.recentLeads)}</Cell>
      <Cell name={words.usualGap} isText>
        <Figure text={usualGapHours === null ? null : words.upTo(usualGapHours)} />
      </Cell>
    </tr>
  );
}
