// The owner opens this page because something didn't happen: an email, an import, a lead from Meta.
// Failed jobs come first, with their reason and a Retry button. It must handle thousands of jobs
// that failed for the same reason, and a queue without workers.
import { Link, redirect, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { jobReason, queueNames, jobWords as words } from "#content/console/system.ts";
import { momentText } from "#contract/moment-text.ts";
import { type Job, type JobQueue, jobStates } from "#contract/system.ts";
import type { Route } from "./+types/jobs.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";
import styles from "./jobs/queues.module.css";
import { Queues } from "./jobs/queues.tsx";
import { ListFilters, SearchFilter, SelectFilter } from "./list-filters.tsx";
import lists from "./rows.module.css";
import { useChange } from "./use-change.ts";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.jobs) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const state = jobStates.find((one) => one === search.get("state"));
  const [queue, text, cursor] = ["queue", "search", "cursor"].map((name) => search.get(name));
  const query = {
    ...{ ...(state && { state }), ...(queue && { queue }) },
    ...{ ...(text && { search: text }), ...(cursor && { cursor }) },
  };
  const { admin } = context.get(apiContext);
  const [jobs, queues] = await Promise.all([admin.jobs.$get({ query }), admin.queues.$get()]);
  // The URL contains an invalid filter: show the unfiltered list.
  if (jobs.status === 422) throw redirect("/admin/jobs");
  throwUnlessOk(jobs, queues);
  return { ...(await bodyOf(jobs)), counts: await bodyOf(queues), state: state ?? "failed" };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

const everyMs = 15_000;

export default function Jobs({ loaderData }: Route.ComponentProps) {
  return (
    <FreshPage loaded={loaderData} everyMs={everyMs}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown }: { shown: Shown }) {
  const { jobs, nextCursor, counts, state } = shown;
  const [search] = useSearchParams();
  const isNarrowed = ["queue", "search"].some((name) => search.get(name));
  const older = new URLSearchParams(search);
  if (nextCursor) older.set("cursor", nextCursor);
  return (
    <>
      <ShellHead title={consoleWords.places.jobs} />
      <main>
        <Queues queues={counts.queues} />
        <section aria-labelledby="jobs" className={styles.jobs}>
          <h2 id="jobs">{words.list}</h2>
          <Filters queues={counts.queues} isFiltered={search.size > 0} />
          {jobs.length === 0 ? (
            <div className={lists.quiet}>
              <Empty>{isNarrowed ? words.noMatch : words.none[state]}</Empty>
            </div>
          ) : (
            <ul className={lists.list}>
              {jobs.map((job) => (
                <li key={job._id}>
                  <JobItem job={job} />
                </li>
              ))}
            </ul>
          )}
          {nextCursor && <Link to={`?${older}`}>{consoleWords.older}</Link>}
        </section>
      </main>
    </>
  );
}

function Filters({ queues, isFiltered }: { queues: JobQueue[]; isFiltered: boolean }) {
  return (
    <ListFilters isFiltered={isFiltered}>
      <SelectFilter
        name="state"
        label={words.state}
        names={jobStates.map((state) => [state, words.states[state]])}
      />
      <SelectFilter
        name="queue"
        label={words.queue}
        any={words.everyQueue}
        names={queues.map(({ name }) => [name, queueNames[name] ?? name])}
      />
      <SearchFilter label={words.search} />
    </ListFilters>
  );
}

function JobItem({ job }: { job: Job }) {
  const { _id, queue, state, practice, createdAt, dueAt, endedAt, attempts, reason } = job;
  const change = useChange();
  const name = queueNames[queue] ?? queue;

  function act(what: "retries" | "cancellations") {
    return change(() => api.admin.jobs[":id"][what].$post({ param: { id: _id } }));
  }

  return (
    <article className={lists.item}>
      <h3>{name}</h3>
      <span className={lists.state} data-state={state}>
        {words.states[state]}
      </span>
      <p className={lists.actions}>
        {practice && <span>{words.for(practice)}</span>}
        {attempts > 0 && <span>{words.attempts(attempts)}</span>}
        <At at={createdAt} says={words.created} />
        {state === "waiting" && <At at={dueAt} says={words.due} />}
        {endedAt && <At at={endedAt} says={words.ended} />}
      </p>
      {reason && <p className={lists.problem}>{words.reason(jobReason(reason))}</p>}
      {state === "failed" && (
        <Button
          variant="outline"
          isSmall
          aria-label={words.retryOf(name)}
          onClick={() => void act("retries")}
        >
          {words.retry}
        </Button>
      )}
      {state === "waiting" && (
        <Button
          variant="outline"
          isSmall
          aria-label={words.cancelOf(name)}
          onClick={() => void act("cancellations")}
        >
          {words.cancel}
        </Button>
      )}
    </article>
  );
}

function At({ at, says }: { at: string; says: (moment: string) => string }) {
  return (
    <Moment at={at} timeZone={agencyZone}>
      {says(momentText(at, { timeZone: agencyZone }))}
    </Moment>
  );
}
