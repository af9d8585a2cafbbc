// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
// The rows of the list: a table, or one card per practice on a narrow screen.
import { agencyZone } from "#app/admin/agency-hours.ts";
import { SortHeader } from "#app/admin/sort-header.tsx";
import table from "#app/admin/sorted-table.module.css";
import { Ago, Cell, Head, SortedTable } from "#app/admin/table-cells.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { useNow } from "#app/ui/now.tsx";
import { numberText } from "#app/ui/share.ts";
import { billingWords } from "#content/console/billing.ts";
import { practiceSortNames, practiceWords as words } from "#content/console/practices.ts";
import { dayText } from "#contract/moment-text.ts";
import { dollarsText } from "#contract/money.ts";
import { type ListedClient, type PracticeSort, practiceSorts } from "#contract/practices.ts";
import { dayIn } from "#contract/zones.ts";
import { costText, Health, onTimeText, SetupProgress, Tags, Waiting } from "./practice-facts.tsx";
import { PracticeHead } from "./practice-head.tsx";
import styles from "./practice-table.module.css";

/** The entries of `practiceSorts` that have a column. */
const columns = [
  "name",
  "leads",
  "onTime",
  "median",
  "neverCalled",
  "lastLead",
  "lastSignIn",
  "package",
] as const satisfies PracticeSort[];

export function PracticeTable({ practices }: { practices: ListedClient[] }) {
  return (
    <SortedTable
      head={
        <>
          {columns.map((sort) => (
            <SortHeader
              key={sort}
              sort={sort}
              name={practiceSortNames[sort]}
              usual={practiceSorts[sort]}
            />
          ))}
          <Head name={words.health} />
          <th role="columnheader" scope="col" className={table.end}>
            <Hidden>{words.viewAs}</Hidden>
          </th>
        </>
      }
    >
      {practices.map((practice) => (
        <Row key={practice._id} practice={practice} />
      ))}
    </SortedTable>
  );
}

function Row({ practice }: { practice: ListedClient }) {
  const { _id, name, figures, lastLeadAt, lastSignedInAt, steps, tags } = practice;
  return (
    <tr role="row">
      <PracticeHead
        practice={practice}
        facts={
          <>
            <SetupProgress steps={steps} />
            <Tags tags={tags} />
          </>
        }
      >
        <Waiting practice={practice} />
      </PracticeHead>
      <Cell name={practiceSortNames.leads}>
        {numberText(figures.leads)}
        <Costs costs={practice.costs} />
      </Cell>
      <Cell name={practiceSortNames.onTime}>{onTimeText(figures)}</Cell>
      <Cell name={practiceSortNames.median}>{words.median(figures.median)}</Cell>
      <Cell name={practiceSortNames.neverCalled}>{numberText(figures.neverCalled)}</Cell>
      <Cell name={practiceSortNames.lastLead}>
        <Ago at={lastLeadAt} never={words.never} />
      </Cell>
      <Cell name={practiceSortNames.lastSignIn}>
        <Ago at={lastSignedInAt} never={words.never} />
      </Cell>
      <Cell name={practiceSortNames.package}>
        <span className={styles.package}>{practice.package || words.noInquiries}</span>
        <Invoicing practice={practice} />
      </Cell>
      <td role="cell" className={styles.health}>
        <Health practice={practice} />
      </td>
      <td role="cell" className={table.end}>
        {/* Not prefetched, because viewing a practice writes an audit entry. */}
        <ButtonLink
          to={`/lms/dashboard?client=${_id}`}
          prefetch="none"
          variant="outline"
          isSmall
          aria-label={words.viewAsOf(name)}
        >
          {words.view}
        </ButtonLink>
      </td>
    </tr>
  );
}

/** What the owner still has to bill, or is owed. */
function Invoicing({ practice }: { practice: ListedClient }) {
  const { nextInvoiceOn, unpaidCents } = practice;
  const today = dayIn(useNow(), agencyZone);
  const isDue = nextInvoiceOn !== null && nextInvoiceOn <= today;
  if (!isDue && unpaidCents === 0) return null;
  return (
    <small className={styles.costs}>
      {isDue && <strong>{billingWords.due(dateOf(nextInvoiceOn))}</strong>}
      {unpaidCents > 0 && <span>{billingWords.open(dollarsText(unpaidCents))}</span>}
    </small>
  );
}

const dateOf = (day: string) => dayText(day, { month: "short", day: "numeric" });

function Costs({ costs: { perLead, perBooked } }: Pick<ListedClient, "costs">) {
  if (typeof perLead !== "number") return null;
  return (
    <small className={styles.costs}>
      {words.perLead(costText(perLead))}
      {typeof perBooked === "number" && <span>{words.perBooked(costText(perBooked))}</span>}
    </small>
  );
}
