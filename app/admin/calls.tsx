// The owner's booked calls by day, and the blocked times. The owner opens this page in the morning
// to see the day's calls, or to block time for a conference or a vacation.
import { Link } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { NowProvider, useNow } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { callsWords as words } from "#content/console/calls.ts";
import { consoleWords } from "#content/console/frame.ts";
import type { OwnerCall } from "#contract/bookings.ts";
import { dayText } from "#contract/moment-text.ts";
import { dayAfter, dayIn } from "#contract/zones.ts";
import type { Route } from "./+types/calls.ts";
import { BlockedTimes } from "./calls/blocked-times.tsx";
import { CallRow } from "./calls/call-row.tsx";
import styles from "./calls.module.css";
import { FreshPage } from "./fresh-page.tsx";
import { useIsOwner } from "./layout/role.tsx";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.calls) }];

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).admin.calls.$get();
  throwUnlessOk(answer);
  return { now: new Date().toISOString(), ownCalls: await bodyOf(answer) };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Calls({ loaderData }: Route.ComponentProps) {
  return (
    <FreshPage loaded={loaderData}>
      {(shown) => (
        <NowProvider serverNow={shown.now}>
          <Page shown={shown} />
        </NowProvider>
      )}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown }: { shown: Shown }) {
  const { calls, blockedTimes, call, calendar, isOn } = shown.ownCalls;
  const isOwner = useIsOwner();
  return (
    <>
      <ShellHead title={consoleWords.places.calls} />
      <main className={styles.columns}>
        <section className={styles.box} aria-labelledby="next-calls">
          <h2 id="next-calls">{words.next}</h2>
          <p className={styles.offer}>
            {isOn ? words.slots(call.slots.length) : words.off}{" "}
            {isOwner && <Link to="/admin/settings#calls">{words.settings}</Link>}
          </p>
          {calls.length === 0 && <Empty title={words.none}>{words.noneWhy}</Empty>}
          <Days calls={calls} timeZone={call.timeZone} />
        </section>
        <BlockedTimes blockedTimes={blockedTimes} timeZone={call.timeZone} calendar={calendar} />
      </main>
    </>
  );
}

function Days({ calls, timeZone }: { calls: OwnerCall[]; timeZone: string }) {
  const today = dayIn(useNow(), timeZone);
  const days = Map.groupBy(calls, ({ startsAt }) => dayIn(new Date(startsAt), timeZone));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={dayName(day, today)}>
      <h3 className={styles.day} suppressHydrationWarning>
        {dayName(day, today)} <span>{ofDay.length}</span>
      </h3>
      <ul>
        {ofDay.map((call) => (
          <CallRow key={call.contactRequestId} call={call} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  ));
}

/** Returns a text such as "Today, March 17", "Thursday, March 19". */
function dayName(day: string, today: string): string {
  const date = dayText(day, { month: "long", day: "numeric" });
  if (day === today) return `${words.today}, ${date}`;
  if (day === dayAfter(today, 1)) return `${words.tomorrow}, ${date}`;
  return dayText(day, { weekday: "long", month: "long", day: "numeric" });
}
