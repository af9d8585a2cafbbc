// biome-ignore-all lint/a11y/noRedundantRoles: shown as cards, a table loses its roles for screen readers
// The rows of the list: a table, or one card per campaign on a narrow screen.
import { Link } from "react-router";
import { centsText, costText } from "#app/admin/campaign/campaign-texts.ts";
import { Figure } from "#app/admin/campaign/figure.tsx";
import { SortHeader } from "#app/admin/sort-header.tsx";
import table from "#app/admin/sorted-table.module.css";
import { Ago, Cell, SortedTable } from "#app/admin/table-cells.tsx";
import { numberText } from "#app/ui/share.ts";
import {
  budgetTexts,
  campaignPlatformNames,
  campaignStateNames,
  campaignSortNames as names,
  campaignWords as words,
} from "#content/console/campaigns.ts";
import { type CampaignSort, campaignSorts, type ListedCampaign } from "#contract/campaigns.ts";
import { dayText } from "#contract/moment-text.ts";
import { dollarsText } from "#contract/money.ts";

/**
 * Not columns of their own, so that the table fits a window of 1280 px: the platform is below the
 * name, and the budget below the spend. The filters can still sort by them.
 */
const folded: CampaignSort[] = ["platform", "budget"];
const sorts = Object.keys(campaignSorts) as CampaignSort[];
const columns = sorts.filter((sort) => !folded.includes(sort));

export function CampaignTable({ campaigns }: { campaigns: ListedCampaign[] }) {
  return (
    <SortedTable
      head={columns.map((sort) => (
        <SortHeader key={sort} sort={sort} name={names[sort]} usual={campaignSorts[sort]} />
      ))}
    >
      {campaigns.map((campaign) => (
        <Row key={campaign._id} campaign={campaign} />
      ))}
    </SortedTable>
  );
}

function Row({ campaign }: { campaign: ListedCampaign }) {
  const { _id, name, practice, platform, platformCampaignId, state } = campaign;
  const { lastDay, spendCents, budgetCents, budgetPeriod } = campaign;
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className={table.practice}>
        <Link to={`/admin/campaign?id=${_id}`} className={table.name}>
          <bdi>{name}</bdi>
        </Link>
        <small className={table.note}>
          {words.platformAndId(campaignPlatformNames[platform], platformCampaignId)}
        </small>
      </th>
      <Cell name={names.practice} isText>
        <bdi>{practice.name}</bdi>
      </Cell>
      <Cell name={names.state}>{campaignStateNames[state]}</Cell>
      <Cell name={names.startsOn} isText>
        <Figure text={periodText(campaign)} />
      </Cell>
      <Cell name={names.spend} isText>
        {centsText(spendCents) ?? words.noSpend}
        {budgetCents !== null && (
          <small className={table.note}>
            {words.budgetOf(budgetTexts[budgetPeriod](dollarsText(budgetCents)))}
          </small>
        )}
        <small className={table.note}>
          {lastDay ? words.lastDay(dayText(lastDay, { dateStyle: "medium" })) : words.noDays}
        </small>
      </Cell>
      <Cell name={names.leads}>{numberText(campaign.leads)}</Cell>
      <Cell name={names.perLead}>
        <Figure text={costText(campaign.perLead)} />
      </Cell>
      <Cell name={names.booked}>{numberText(campaign.booked)}</Cell>
      <Cell name={names.lastLead}>
        <Ago at={campaign.lastLeadAt} never={words.noLeads} />
      </Cell>
    </tr>
  );
}

function periodText({ startsOn, endsOn }: ListedCampaign): string | null {
  if (startsOn === null && endsOn === null) return null;
  const [from, to] = [startsOn, endsOn].map((day) => day && dayText(day, { dateStyle: "medium" }));
  return words.period(from ?? null, to ?? null);
}
