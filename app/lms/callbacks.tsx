// The front desk opens this page in the morning and after lunch to see who to call back. It shows
// overdue callbacks first, then today's in order. Each row calls in one click. It must handle a
// missed callback, two callbacks at the same time, and no connection.
import { useNavigation, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { useStableRows } from "#app/ui/lists/stable-rows.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { NowProvider, useNow } from "#app/ui/now.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { archiveWords } from "#content/desk/archive.ts";
import { callbackListWords as words } from "#content/desk/calls.ts";
import { shellWords } from "#content/desk/shell.ts";
import { leadPageSize } from "#contract/leads.ts";
import type { Route } from "./+types/callbacks.ts";
import { CallbackRow } from "./archive/callback-row.tsx";
import { readArchive } from "./archive/read-archive.ts";
import { callbackDays } from "./callbacks/days.ts";
import styles from "./callbacks.module.css";
import { ListFoot, mostShown } from "./lists/list-foot.tsx";
import { ProofNeeded } from "./lists/proof-needed.tsx";
import { useDesk, viewAsOf } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { useRevalidateOnChange } from "./shell/reload-on-change.ts";

export const meta = () => [{ title: shellWords.tab(shellWords.places.callbacks) }];

/**
 * The page shows this many callbacks at first, which is more than a front desk promises for one
 * day.
 */
const shownAtFirst = 5 * leadPageSize;

export async function loader({ request, context }: Route.LoaderArgs) {
  const now = new Date().toISOString();
  const show = rowsShown(new URL(request.url).searchParams);
  const viewAs = viewAsOf(request);
  const page = await readArchive(context.get(apiContext), {
    list: "callback",
    q: "",
    show,
    viewAs,
  });
  return page && { now, page };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

function rowsShown(search: URLSearchParams): number {
  return Math.min(mostShown, Math.max(shownAtFirst, Number(search.get("show")) || 0));
}

export default function Callbacks({ loaderData }: Route.ComponentProps) {
  const { lostAt } = useDesk();
  useRevalidateOnChange(loaderData);
  const known = useLastGood(loaderData, "callbacks");
  const isStale = lostAt !== null || loaderData === null;
  return (
    <NowProvider serverNow={known?.now ?? new Date().toISOString()}>
      <ShellHead title={shellWords.places.callbacks} />
      <main className={styles.box} data-stale={isStale || undefined}>
        {known ? <Days page={known.page} /> : <LoadFailed>{words.failed}</LoadFailed>}
        {isStale && known && <p className={styles.old}>{archiveWords.mayBeOld}</p>}
      </main>
    </NowProvider>
  );
}

type Page = NonNullable<Awaited<ReturnType<typeof readArchive>>>;

function Days({ page }: { page: Page }) {
  const { client, viewAs } = useDesk();
  const { state } = useNavigation();
  const [search] = useSearchParams();
  const now = useNow();
  const { rows, holding } = useStableRows(page.leads, {
    queryKey: String(rowsShown(search)),
    group: () => "",
    isCut: page.nextCursor !== null,
  });
  const days = callbackDays(
    rows.map((row) => ({ ...row, callBackAt: row.item.callBackAt })),
    now,
    client.timeZone,
  );
  const nextId = days
    .find(({ isOverdue }) => isOverdue)
    ?.items.find(({ item, isGone }) => !isGone && !item.openCall && !item.doNotCall)?.item._id;
  if (page.needsProof) return <ProofNeeded />;
  if (rows.length === 0) {
    const toQueue = <ButtonLink to="/lms/dashboard">{words.toQueue}</ButtonLink>;
    return (
      <Empty hint={archiveWords.comesHere.callback} action={viewAs ? undefined : toQueue}>
        {words.none}
      </Empty>
    );
  }
  return (
    <div aria-busy={state === "loading" || undefined} {...holding}>
      {days.map(({ name, isOverdue, items }) => (
        <section key={name} aria-label={name} data-overdue={isOverdue || undefined}>
          <h2 className={styles.day}>
            {name} <span>{items.length}</span>
          </h2>
          <ul>
            {items.map(({ item, isGone }) => (
              <CallbackRow
                key={item._id}
                lead={item}
                isGone={isGone}
                isInDay
                isNext={item._id === nextId}
              />
            ))}
          </ul>
        </section>
      ))}
      <ListFoot
        shown={page.leads.length}
        total={page.total}
        isTotalExact={page.isTotalExact}
        hasMore={page.nextCursor !== null}
        isSearching={false}
      />
    </div>
  );
}
