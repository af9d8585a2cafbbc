// The practice's manager opens this page a few times a year, with a file from an ad platform or an
// old system. Each step shows what the next one would do. Errors to cover: the wrong file, a wrong
// column, leads that are here already, a lost connection, second thoughts.
import { useEffect } from "react";
import { Link, redirect, useRevalidator, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { LoadFailed } from "#app/lms/lists/load-failed.tsx";
import { bodyOf } from "#app/ui/ask-api.ts";
import { IconArrowLeft } from "#app/ui/icons.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { importWords as words } from "#content/desk/import.ts";
import { shellWords } from "#content/desk/shell.ts";
import { busyImportStates, type LeadImportDetail } from "#contract/imports.ts";
import type { Route } from "./+types/import.ts";
import { ChooseFile } from "./import/choose-file.tsx";
import { ColumnsForm } from "./import/columns-form.tsx";
import { DryRun } from "./import/dry-run.tsx";
import { Progress } from "./import/progress.tsx";
import { RecentImports } from "./import/recent-imports.tsx";
import styles from "./import.module.css";
import { deskUrl, useDesk, viewAsOf } from "./shell/desk-context.ts";
import { askServer, useLastGood } from "./shell/last-known-good.ts";

export const meta = () => [{ title: shellWords.tab(words.title) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { imports } = context.get(apiContext).leads;
  const id = new URL(request.url).searchParams.get("id");
  const answer = id ? await imports[":id"].$get({ param: { id } }) : await imports.$get();
  // Only a manager imports. The layout's loader redirects when the session has ended.
  const { client = null } = viewAsOf(request);
  if (answer.status === 403) throw redirect(deskUrl("/lms/archive", client));
  // Expired, or made up.
  if (answer.status === 404 || answer.status === 422) throw redirect("/lms/import");
  if (!answer.ok) return null;
  const body = await bodyOf(answer);
  return "import" in body ? { one: body.import, imports: [] } : { one: null, ...body };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Import({ loaderData }: Route.ComponentProps) {
  const { lostAt } = useDesk();
  const [search] = useSearchParams();
  const known = useLastGood(loaderData, `import ${search.get("id") ?? ""}`);
  const isStale = lostAt !== null || loaderData === null;
  usePolling(known?.one ?? null);
  return (
    <>
      <ShellHead title={words.title} />
      <main className={styles.page} data-stale={(isStale && known !== null) || undefined}>
        <Link className={styles.back} to={known?.one ? "/lms/import" : "/lms/archive"}>
          <IconArrowLeft aria-hidden />
          {known?.one ? words.another : words.back}
        </Link>
        {isStale && <p role="status">{words.offline}</p>}
        {!known && <LoadFailed>{words.failed}</LoadFailed>}
        {known && !known.one && (
          <>
            <ChooseFile isOff={isStale} />
            <RecentImports imports={known.imports} />
          </>
        )}
        {known?.one && <OneImport one={known.one} isOff={isStale} />}
      </main>
    </>
  );
}

/** The steps that this import has reached. */
function OneImport({ one, isOff }: { one: LeadImportDetail; isOff: boolean }) {
  const { state } = one;
  const isOpen = state === "mapping" || state === "checking" || state === "checked";
  return (
    <>
      <p className={styles.file}>
        <bdi>{one.fileName}</bdi>
        <span className={styles.state}>{words.states[state]}</span>
      </p>
      {isOpen && <ColumnsForm key={one._id} one={one} isOff={isOff} />}
      {(state === "checking" || state === "checked") && <DryRun one={one} isOff={isOff} />}
      {state !== "mapping" && state !== "checking" && state !== "checked" && (
        <Progress one={one} isOff={isOff} />
      )}
    </>
  );
}

const everyMs = 1000;

/** A job that works in the background is followed once per second. */
function usePolling(one: LeadImportDetail | null) {
  const { revalidate, state } = useRevalidator();
  const isBusy = one !== null && busyImportStates.includes(one.state);
  useEffect(() => {
    if (!isBusy || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), everyMs);
    return () => clearTimeout(timer);
  }, [isBusy, state, revalidate]);
}
