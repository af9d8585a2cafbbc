// The inquiries that a figure counts, each with its time, response time and outcome. A name opens
// the lead. It must handle a list that is longer or shorter than the figure says, and a link to a
// deleted lead.

import { Link, useSearchParams } from "react-router";
import { type ApiClient, apiContext } from "#app/api.ts";
import { bodyOf, isProofMissing } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { BackLink } from "#app/ui/back-link.tsx";
import { tookText } from "#app/ui/clock-text.ts";
import { Empty } from "#app/ui/empty.tsx";
import { IconDownload } from "#app/ui/icons.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { DownloadLink } from "#app/ui/proof/download-link.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { TimelinessIcon, timelinessWord } from "#app/ui/timeliness.tsx";
import { weekDays } from "#content/desk/calendar.ts";
import { controlWords } from "#content/desk/controls.ts";
import { figureWords, inquiryListWords, readingNames } from "#content/desk/figures.ts";
import { bucketSpans } from "#content/desk/outcomes.ts";
import { deskPaletteWords, shellWords } from "#content/desk/shell.ts";
import { type InquiryList, type ListedInquiry, phoneParts } from "#contract/figures.ts";
import { leadPageSize } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import type { Route } from "./+types/inquiries.ts";
import { figuresUrl } from "./figures/links.ts";
import { periodText, type Reading, readPeriod } from "./figures/period.ts";
import { readFigureQuery } from "./figures/read-figure-query.ts";
import styles from "./inquiries.module.css";
import { ListFoot, mostShown } from "./lists/list-foot.tsx";
import { ProofNeeded } from "./lists/proof-needed.tsx";
import { deskUrl, useDesk, useMay } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { useReading } from "./shell/reading.ts";
import { useRevalidateOnChange } from "./shell/reload-on-change.ts";

export const meta = () => [{ title: shellWords.tab(inquiryListWords.title) }];

const parts = [
  ...(["bucket", "weekday", "hour", "source"] as const),
  ...(["cameOfIt", "enteredLater", "phones"] as const),
];
const pageSize = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { searchParams } = new URL(request.url);
  const now = new Date().toISOString();
  const figures = await readFigureQuery(api, request);
  if (!figures) return null;
  const chosen = parts.flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const query = { ...figures, ...Object.fromEntries(chosen) } as Query;
  const list = await readInquiries(api, query, readShow(searchParams));
  const { client: _viewAs, ...asked } = query as Query & { client?: string };
  return list && { list, asked, now };
}

type Query = Parameters<ApiClient["leads"]["inquiries"]["$get"]>[0]["query"];

async function readInquiries(api: ApiClient, query: Query, show: number) {
  const inquiries: ListedInquiry[] = [];
  let read: InquiryList = { inquiries: [], total: 0, nextCursor: null };
  let cursor: string | undefined;
  for (;;) {
    const limit = String(Math.min(pageSize, show - inquiries.length));
    const answer = await api.leads.inquiries.$get({
      query: { ...query, limit, ...(cursor && { cursor }) },
    });
    // The URL names a figure that doesn't exist.
    if (answer.status === 422) throw new Response(null, { status: 404 });
    if (!answer.ok) {
      return (await isProofMissing(answer)) ? { ...read, inquiries, needsProof: true } : null;
    }
    read = await bodyOf(answer);
    inquiries.push(...read.inquiries);
    cursor = read.nextCursor ?? undefined;
    if (!cursor || inquiries.length >= show) return { ...read, inquiries, needsProof: false };
  }
}

function readShow(search: URLSearchParams): number {
  return Math.min(mostShown, Math.max(leadPageSize, Number(search.get("show")) || 0));
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function InquiriesPage({ loaderData }: Route.ComponentProps) {
  const { client, lostAt } = useDesk();
  const mayExport = useMay("exports");
  const [search] = useSearchParams();
  const reading = useReading();
  useRevalidateOnChange(loaderData);
  const known = useLastGood(loaderData, `inquiries ${search}`);
  const isStale = lostAt !== null || loaderData === null;
  const now = new Date(known?.now ?? 0);
  const shown = known?.list.inquiries.length ?? 0;
  const total = known?.list.total ?? 0;
  return (
    <>
      <ShellHead title={inquiryListWords.title}>
        {mayExport && known && total > 0 && (
          <DownloadLink kind="client" url={exportUrl(known.asked)}>
            <IconDownload aria-hidden />
            {controlWords.export}
          </DownloadLink>
        )}
      </ShellHead>
      <main className={styles.page} data-stale={(isStale && known !== null) || undefined}>
        <BackLink to={figuresUrl(search, backChange(search))}>{figureWords.title}</BackLink>
        <h2 className={styles.which}>{whichText(search, reading, known?.list.inquiries ?? [])}</h2>
        {known === null ? (
          <LoadFailed>{figureWords.failed}</LoadFailed>
        ) : total === 0 && known.list.needsProof ? (
          <ProofNeeded />
        ) : total === 0 ? (
          <Empty>{inquiryListWords.none}</Empty>
        ) : (
          <div className={styles.rows}>
            <ul>
              {known.list.inquiries.map((inquiry) => (
                <Row key={inquiry._id} inquiry={inquiry} now={now} timeZone={client.timeZone} />
              ))}
            </ul>
            {known.list.needsProof && <ProofNeeded />}
            <ListFoot
              shown={shown}
              total={total}
              isTotalExact
              hasMore={known.list.nextCursor !== null}
              isSearching={false}
            />
          </div>
        )}
      </main>
    </>
  );
}

type RowProps = { inquiry: ListedInquiry; now: Date; timeZone: string };

function Row({ inquiry, now, timeZone }: RowProps) {
  const { viewAs } = useDesk();
  const reading = useReading();
  const name = `${inquiry.firstName} ${inquiry.lastName}`.trim() || inquiryListWords.noName;
  const origin = [inquiry.campaign, inquiry.source].filter(Boolean).join(" · ");
  return (
    <li className={styles.row}>
      <div>
        {inquiry.isLeadDeleted ? (
          <strong>{name}</strong>
        ) : (
          <Link className={styles.name} to={deskUrl(`/lms/lead?id=${inquiry.leadId}`, viewAs)}>
            {name}
          </Link>
        )}
        <span className={styles.sub}>{origin || figureWords.noCampaign}</span>
      </div>
      <div>
        <Moment at={inquiry.clockStartedAt} timeZone={timeZone}>
          {inquiryListWords.submitted(timeText(inquiry.clockStartedAt, now, timeZone))}
        </Moment>
        <span className={styles.sub}>
          {[
            inquiry.isBooked
              ? inquiryListWords.booked
              : inquiry.isReached
                ? inquiryListWords.reached
                : null,
            inquiry.isLeadDeleted
              ? inquiryListWords.deleted
              : inquiryListWords.now(deskPaletteWords.states[inquiry.state]),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      <div>
        <span className={styles.took}>
          {inquiry.bucket && <TimelinessIcon bucket={inquiry.bucket} />}
          <strong>{waitText(inquiry)}</strong>
          {inquiry.bucket && timelinessWord(inquiry.bucket)}
          {inquiry.bucket &&
            reading === "open" &&
            inquiryListWords.inReading(readingNames.open.toLowerCase())}
        </span>
        {inquiry.isFirstCallEnteredLater && (
          <span className={styles.sub}>{inquiryListWords.loggedLater}</span>
        )}
      </div>
    </li>
  );
}

function waitText({ firstCalledAt, clockStartedAt, bucket }: ListedInquiry): string {
  if (!firstCalledAt) return bucket ? inquiryListWords.notCalled : inquiryListWords.stillWaiting;
  return tookText(new Date(firstCalledAt).getTime() - new Date(clockStartedAt).getTime());
}

/** Returns the figure's label, for example "Late, Tuesday, 6 pm · last 7 days, all hours". */
function whichText(search: URLSearchParams, reading: Reading, shown: ListedInquiry[]): string {
  const bucket = search.get("bucket");
  const weekday = search.get("weekday");
  const hour = search.get("hour");
  const campaign = search.get("campaign");
  const source = search.get("source");
  const phones = phoneParts.find((part) => part === search.get("phones"));
  const named = [
    phones && inquiryListWords.named.phones[phones],
    bucket === "running" && inquiryListWords.stillWaiting,
    (bucket === "lt10" || bucket === "lt60" || bucket === "other") && bucketSpans[bucket],
    search.get("cameOfIt") === "booked" && inquiryListWords.named.booked,
    search.get("cameOfIt") === "reached" && inquiryListWords.named.reached,
    search.get("enteredLater") && inquiryListWords.named.loggedLater,
    weekday !== null && weekDays[Number(weekday)],
    hour !== null && `${Number(hour) % 12 || 12} ${Number(hour) < 12 ? "am" : "pm"}`,
    campaign && (campaign === "none" ? figureWords.noCampaign : shown[0]?.campaign),
    source && (source === "none" ? figureWords.noSource : shown[0]?.source),
  ].filter(Boolean);
  const which = named.length > 0 ? named.join(", ") : controlWords.all;
  return `${which} · ${periodText(readPeriod(search))}, ${readingNames[reading].toLowerCase()}`;
}

/** Inquiries without a campaign are listed under "none", which the figures page can't filter by. */
function backChange(search: URLSearchParams): Record<string, string> {
  return search.get("campaign") === "none" ? { campaign: "" } : {};
}

function exportUrl(asked: object): string {
  // A figure without a bucket counts inquiries of all buckets, so inquiries whose clock is still
  // running are left out.
  return `/api/leads/export.csv?${new URLSearchParams({ ...asked, isCounted: "true" })}`;
}
