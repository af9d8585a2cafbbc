// The cost of leads from ads, for a practice's managers.
import type { ReactNode } from "react";
import { api } from "#app/api.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { numberText } from "#app/ui/share.ts";
import { costWords as words } from "#content/desk/costs.ts";
import type { CampaignCosts, Cost, Costs } from "#contract/campaigns.ts";
import { dollarsText } from "#contract/money.ts";
import own from "./cost-table.module.css";
import { LoadedLater, type Shown } from "./loaded-later.tsx";
import styles from "./person-table.module.css";

export function CostTable(shown: Shown) {
  return (
    <LoadedLater {...shown} load={(query) => api.leads.figures.costs.$get({ query })} words={words}>
      {(costs) => <Table {...costs} />}
    </LoadedLater>
  );
}

function Table({ total, campaigns, periodDays }: CampaignCosts) {
  if (campaigns.length === 0) return <p className={styles.note}>{words.nothing}</p>;
  const dearest = Math.max(...campaigns.map(({ perLead }) => amountOf(perLead)));
  return (
    <>
      <table className={styles.table}>
        <caption>
          <Hidden>{words.title}</Hidden>
        </caption>
        <thead>
          <tr>
            {[words.campaign, words.perLead, words.perCalled, words.perBooked].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map(({ _id, name, ...costs }) => (
            <Row key={_id} name={name} costs={costs} dearest={dearest} periodDays={periodDays} />
          ))}
          {campaigns.length > 1 && (
            <Row name={words.all} costs={total} dearest={0} periodDays={periodDays} />
          )}
        </tbody>
      </table>
      <p className={styles.note}>{words.note}</p>
    </>
  );
}

type RowProps = { name: string; costs: Costs; dearest: number; periodDays: number | null };

function Row({ name, costs, dearest, periodDays }: RowProps) {
  const { spendCents, spendDays, firstSpendDay, lastSpendDay, leadsWithoutSpend } = costs;
  const isPartial = leadsWithoutSpend > 0 || (periodDays !== null && spendDays < periodDays);
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <small>{spendCents === null ? words.noSpend : words.spent(dollarsText(spendCents))}</small>
        {spendCents !== null && firstSpendDay && lastSpendDay && isPartial && (
          <small>
            {words.covered(spendDays, periodDays, firstSpendDay, lastSpendDay)}
            {leadsWithoutSpend > 0 && ` ${words.notCounted(leadsWithoutSpend)}`}
          </small>
        )}
      </th>
      <CostCell cost={costs.perLead} count={words.leads(numberText(costs.leads))}>
        {dearest > 0 && <Bar share={amountOf(costs.perLead) / dearest} />}
      </CostCell>
      <CostCell cost={costs.perCalled} count={words.called(numberText(costs.called))} />
      <CostCell cost={costs.perBooked} count={words.booked(numberText(costs.booked))} />
    </tr>
  );
}

type CellProps = { cost: Cost; count: string; children?: ReactNode };

function CostCell({ cost, count, children }: CellProps) {
  // The campaign's first cell says so already.
  if (cost === "no_spend") {
    return (
      <td>
        <span aria-hidden>{words.unknown}</span>
        <Hidden>{words.no_spend}</Hidden>
      </td>
    );
  }
  if (typeof cost === "string") {
    return (
      <td>
        <small>{words[cost]}</small>
      </td>
    );
  }
  return (
    <td>
      ${dollarsText(cost)}
      {children}
      <small>{count}</small>
    </td>
  );
}

/** A bar whose length is the cost's share of the highest cost per lead. */
function Bar({ share }: { share: number }) {
  return (
    <svg className={own.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect className={own.part} width={share * 100} height="6" />
    </svg>
  );
}

function amountOf(cost: Cost): number {
  return typeof cost === "number" ? cost : 0;
}
