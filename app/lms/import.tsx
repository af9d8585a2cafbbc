// A manager opens this page a few times a year with a file from an ad platform or an old system.
// Each step shows what the next one will do. It must handle a wrong file or column, existing leads,
// a lost connection, and a change of mind.
import { redirect, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { ImportPage } from "#app/ui/imports/import-page.tsx";
import type { ImportPlace } from "#app/ui/imports/import-place.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { importWords as words } from "#content/desk/import.ts";
import { shellWords } from "#content/desk/shell.ts";
import type { Route } from "./+types/import.ts";
import { useDesk, viewAsOf } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";

export const meta = () => [{ title: shellWords.tab(words.title) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  // For an owner in view-as mode, the layout says that this page isn't available.
  if (viewAsOf(request).client) return null;
  const { imports } = context.get(apiContext).leads;
  const importId = new URL(request.url).searchParams.get("id");
  const answer = importId
    ? await imports[":importId"].$get({ param: { importId } })
    : await imports.$get();
  // Only managers can import leads. If the session has expired, the layout's loader redirects.
  if (answer.status === 403) throw redirect("/lms/archive");
  // The import has expired, or the id in the URL is made up.
  if (answer.status === 404 || answer.status === 422) throw redirect("/lms/import");
  if (!answer.ok) return null;
  const body = await bodyOf(answer);
  return "import" in body ? { one: body.import, imports: [] } : { one: null, ...body };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

const one = api.leads.imports[":importId"];
const calls = {
  kind: "client",
  address: "/api/leads/imports",
  upload: (name: string, file: File) =>
    api.leads.import.$post({ query: { name } }, { init: { body: file } }),
  setColumns: (importId, json) => one.columns.$put({ param: { importId }, json }),
  setFormat: (importId, json) => one.format.$put({ param: { importId }, json }),
  run: (importId, json) => one.runs.$post({ param: { importId }, json }),
  cancel: (importId) => one.cancellations.$post({ param: { importId } }),
  undo: (importId) => one.undos.$post({ param: { importId } }),
  urlOf: (importId) => `/lms/import?id=${importId}`,
  urls: { archive: "/lms/archive", followUp: "/lms/dashboard" },
  leadUrl: (leadId) => `/lms/lead?id=${leadId}`,
} satisfies Omit<ImportPlace, "timeZone">;

export default function Import({ loaderData }: Route.ComponentProps) {
  const { lostAt, client } = useDesk();
  const [search] = useSearchParams();
  const shown = useLastGood(loaderData, `import ${search.get("id") ?? ""}`);
  const isOff = lostAt !== null || loaderData === null;
  return (
    <>
      <ShellHead title={words.title} />
      <ImportPage
        place={{ ...calls, timeZone: client.timeZone }}
        shown={shown}
        url="/lms/import"
        back={{ url: "/lms/archive", words: words.back }}
        isOff={isOff}
      >
        {isOff && <p role="status">{words.offline}</p>}
        {!shown && <LoadFailed>{words.failed}</LoadFailed>}
      </ImportPage>
    </>
  );
}
