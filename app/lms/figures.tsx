// A manager opens this page about once a week to see when they are late and whether faster calls
// book more patients. Each number links to its inquiries. It must handle a trend based on few
// inquiries, outdated data, and an empty period.

import { Link, useNavigation, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload, IconX } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { Pie } from "#app/ui/pie.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { numberText } from "#app/ui/share.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { costWords } from "#content/desk/costs.ts";
import {
  figureWords,
  hourWords,
  personFigureWords,
  readingNames,
  splitWords,
} from "#content/desk/figures.ts";
import { shellWords } from "#content/desk/shell.ts";
import { monthReportWords } from "#content/month-report.ts";
import type { Figures } from "#contract/figures.ts";
import type { Route } from "./+types/figures.ts";
import { BreakdownTable } from "./figures/breakdown-table.tsx";
import { Card } from "./figures/card.tsx";
import { HeatMap } from "./figures/heat-map.tsx";
import { figuresUrl, useInquiriesUrl } from "./figures/links.ts";
import { OutcomesTable } from "./figures/outcomes-table.tsx";
import { figuresSearch, periodText, readPeriod } from "./figures/period.ts";
import { PeriodPicker } from "./figures/period-picker.tsx";
import { readFigureQuery } from "./figures/read-figure-query.ts";
import { ResponseTimeCurve } from "./figures/response-time-curve.tsx";
import styles from "./figures.module.css";
import { deskUrl, useDesk, useMay } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { useLater } from "./shell/load-later.ts";
import { useReading } from "./shell/reading.ts";
import { useRevalidateOnChange } from "./shell/reload-on-change.ts";

export const meta = () => [{ title: shellWords.tab(figureWords.title) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const now = new Date().toISOString();
  const query = await readFigureQuery(api, request);
  if (!query) return null;
  const answer = await api.leads.figures.$get({ query });
  if (!answer.ok) return null;
  const { from, to, reading, campaign } = query;
  return { now, figures: await bodyOf(answer), asked: { from, to, reading, campaign } };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function FiguresPage({ loaderData }: Route.ComponentProps) {
  const { viewAs, lostAt } = useDesk();
  const mayExport = useMay("exports");
  const mayReport = useMay("reports") || viewAs;
  const [search] = useSearchParams();
  const { state } = useNavigation();
  useRevalidateOnChange(loaderData);
  const known = useLastGood(loaderData, `figures ${figuresSearch(search)}`);
  const isStale = lostAt !== null || loaderData === null;
  return (
    <>
      <ShellHead title={figureWords.title}>
        {mayExport && known && (
          <DownloadLink kind="client" url={exportUrl(known.asked)}>
            <IconDownload aria-hidden />
            {controlWords.export}
          </DownloadLink>
        )}
      </ShellHead>
      <main className={styles.page} data-stale={(isStale && known !== null) || undefined}>
        <BackLink to={backUrl(search, viewAs)}>{figureWords.back}</BackLink>
        <div className={styles.controls}>
          <div className={styles.picker}>
            <PeriodPicker />
          </div>
          {mayReport && (
            <ButtonLink variant="outline" isSmall to={deskUrl("/lms/month", viewAs)}>
              {monthReportWords.title}
            </ButtonLink>
          )}
        </div>
        <div className={styles.content} aria-busy={state === "loading"}>
          {known ? (
            <Content figures={known.figures} asked={known.asked} />
          ) : (
            <LoadFailed>{figureWords.failed}</LoadFailed>
          )}
        </div>
      </main>
    </>
  );
}

function Content({ figures, asked }: { figures: Figures; asked: Asked }) {
  const [search] = useSearchParams();
  const inquiriesUrl = useInquiriesUrl();
  const { person, viewAs } = useDesk();
  const hasPeople = useMay("personFigures") && person?.hasColleagues;
  const ByPerson = useLater(loadByPerson);
  const maySeeCosts = useMay("costs");
  const CostTable = useLater(loadCostTable);
  const PhoneCard = useLater(loadPhoneCard);
  const { total, onTheClock } = figures;
  const counted = total.lt10 + total.lt60 + total.other;
  const heading = <Heading figures={figures} />;
  if (counted + onTheClock === 0) {
    const isAll = readPeriod(search).name === "all" && !search.get("campaign");
    return (
      <>
        {heading}
        <div className={styles.nothing}>
          <Empty>{isAll ? figureWords.nothingAtAll : figureWords.nothing}</Empty>
        </div>
      </>
    );
  }
  return (
    <>
      {heading}
      <div className={styles.cards}>
        <Card title={figureWords.cards.onTime}>
          <Pie timeDiff={total} linkTo={(bucket) => inquiriesUrl({ bucket })} />
          {figures.openHoursPerWeek !== null && (
            <p className={styles.note}>{figureWords.openHours(figures.openHoursPerWeek)}</p>
          )}
          <EnteredLater count={total.enteredLater} />
        </Card>
        <Card title={figureWords.cards.howSoon}>
          <ResponseTimeCurve firstCall={figures.firstCall} total={total} onTheClock={onTheClock} />
        </Card>
        {counted > 0 && (
          <>
            <Card title={figureWords.cards.hours} isWide>
              <HeatMap hours={figures.hours} />
              <p className={styles.note}>{hourWords.note}</p>
              <EnteredLater count={total.enteredLater} />
            </Card>
            <div className={styles.stack}>
              <Card title={figureWords.cards.cameOfIt}>
                <OutcomesTable cameOfIt={figures.cameOfIt} />
              </Card>
              <Card title={figureWords.cards.source}>
                <BreakdownTable
                  caption={splitWords.bySource}
                  head={splitWords.source}
                  rows={figures.sources.map(({ _id, name, ...row }) => ({
                    ...row,
                    key: _id ?? "none",
                    name: name ?? figureWords.noSource,
                    behind: { source: _id ?? "none" },
                  }))}
                />
              </Card>
            </div>
            <Card title={figureWords.cards.campaign}>
              <BreakdownTable
                caption={splitWords.byCampaign}
                head={splitWords.campaign}
                rows={figures.campaigns.map(({ _id, name, ...row }) => ({
                  ...row,
                  key: _id ?? "none",
                  name: <CampaignName id={_id} name={name} />,
                  behind: { campaign: _id ?? "none" },
                }))}
              />
            </Card>
          </>
        )}
        {CostTable && (maySeeCosts || viewAs) && (
          <Card title={costWords.title} isWide>
            <CostTable asked={asked} viewAs={viewAs} />
          </Card>
        )}
        {ByPerson && (hasPeople || viewAs) && (
          <Card title={personFigureWords.title} isWide>
            <ByPerson asked={asked} viewAs={viewAs} />
          </Card>
        )}
        {PhoneCard && <PhoneCard asked={asked} viewAs={viewAs} />}
      </div>
    </>
  );
}

type Asked = { from?: string; to?: string; campaign?: string };

const loadByPerson = () =>
  import("./figures/person-table.tsx").then((module) => module.PersonTable);

const loadPhoneCard = () => import("./figures/phone-card.tsx").then((module) => module.PhoneCard);

const loadCostTable = () => import("./figures/cost-table.tsx").then((module) => module.CostTable);

/**
 * Shows the period, counting mode and campaigns as a heading, because form controls aren't printed.
 */
function Heading({ figures: { total, onTheClock, campaigns } }: { figures: Figures }) {
  const [search] = useSearchParams();
  const reading = useReading();
  const inquiriesUrl = useInquiriesUrl();
  const counted = total.lt10 + total.lt60 + total.other;
  const campaign = search.get("campaign");
  const name = campaigns.find(({ _id }) => _id === campaign)?.name ?? figureWords.oneCampaign;
  return (
    <div className={styles.heading}>
      <p>
        <strong>{periodText(readPeriod(search))}</strong>, {readingNames[reading].toLowerCase()}:{" "}
        {figureWords.inquiries(counted)}
        {onTheClock > 0 && (
          <>
            {figureWords.andAlso}{" "}
            <Link to={inquiriesUrl({ bucket: "running" })}>
              {numberText(onTheClock)} {figureWords.onTheClock}
            </Link>
          </>
        )}
        .
      </p>
      {campaign && (
        <Link className={styles.only} to={figuresUrl(search, { campaign: "" })}>
          {figureWords.only(name)}
          <IconX size={16} aria-label={figureWords.allCampaigns} />
        </Link>
      )}
    </div>
  );
}

function CampaignName({ id, name }: { id: string | null; name: string | null }) {
  const [search] = useSearchParams();
  if (!id) return figureWords.noCampaign;
  if (search.get("campaign")) return name;
  return (
    <Link to={figuresUrl(search, { campaign: id })} title={figureWords.onlyOf(name ?? "")}>
      {name}
    </Link>
  );
}

function EnteredLater({ count }: { count: number }) {
  const inquiriesUrl = useInquiriesUrl();
  if (count === 0) return null;
  return (
    <p className={styles.note}>
      <Link to={inquiriesUrl({ enteredLater: "true" })}>{figureWords.loggedLater(count)}</Link>.
    </p>
  );
}

function backUrl(search: URLSearchParams, viewAs: string | null): string {
  const kept = figuresSearch(search);
  for (const name of ["campaign", "client"]) kept.delete(name);
  return deskUrl(kept.size > 0 ? `/lms/dashboard?${kept}` : "/lms/dashboard", viewAs);
}

function exportUrl(asked: Record<string, string | undefined>): string {
  const query = Object.entries(asked).filter((one): one is [string, string] => Boolean(one[1]));
  return `/api/leads/export.csv?${new URLSearchParams(query)}`;
}
