// The owner opens this page from a practice, to import a file of its old leads or an ad platform's
// export. The steps are the same as a manager's, but the practice's name comes first. If it's the
// wrong practice, the import can be canceled, or undone within a day.
import { redirect, useSearchParams } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { ImportPage } from "#app/ui/imports/import-page.tsx";
import type { ImportPlace } from "#app/ui/imports/import-place.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords } from "#content/console/frame.ts";
import { importWords as words } from "#content/desk/import.ts";
import { uuid } from "#contract/fields.ts";
import type { Route } from "./+types/import.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";

export const meta = () => [{ title: consoleWords.tab(words.title) }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const id = uuid.safeParse(params.get("client")).data;
  if (!id) throw redirect("/admin/practices");
  const importId = params.get("id");
  const { clients } = context.get(apiContext).admin;
  const { imports } = clients[":id"];
  const [answer, found] = await Promise.all([
    importId
      ? imports[":importId"].$get({ param: { id, importId } })
      : imports.$get({ param: { id } }),
    clients[":id"].$get({ param: { id } }),
  ]);
  throwUnlessOk(found);
  // The import has expired, or its id is invalid.
  if (importId && [404, 422].includes(answer.status)) throw redirect(urlOf(id));
  throwUnlessOk(answer);
  const body = await bodyOf(answer);
  const shown = "import" in body ? { one: body.import, imports: [] } : { one: null, ...body };
  return { practice: await bodyOf(found), shown };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function Import({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    // Not refreshed, because the import's own steps load the progress of a running import.
    <FreshPage key={params.get("client")} loaded={loaderData} everyMs={null}>
      {(known) => <Page known={known} />}
    </FreshPage>
  );
}

type Known = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ known: { practice, shown } }: { known: Known }) {
  return (
    <>
      <ShellHead title={words.titleFor(practice.name)} />
      <ImportPage
        place={placeOf(practice._id)}
        shown={shown}
        url={urlOf(practice._id)}
        back={{ url: `/admin/practice?id=${practice._id}`, words: words.backToPractice }}
      />
    </>
  );
}

const { import: file, imports } = api.admin.clients[":id"];
const one = imports[":importId"];

function placeOf(id: string): ImportPlace {
  return {
    kind: "admin",
    timeZone: agencyZone,
    address: `/api/admin/clients/${id}/imports`,
    upload: (name, body) => file.$post({ param: { id }, query: { name } }, { init: { body } }),
    setColumns: (importId, json) => one.columns.$put({ param: { id, importId }, json }),
    setFormat: (importId, json) => one.format.$put({ param: { id, importId }, json }),
    run: (importId, json) => one.runs.$post({ param: { id, importId }, json }),
    cancel: (importId) => one.cancellations.$post({ param: { id, importId } }),
    undo: (importId) => one.undos.$post({ param: { id, importId } }),
    urlOf: (importId) => `${urlOf(id)}&id=${importId}`,
    urls: { archive: `/lms/archive?client=${id}`, followUp: `/lms/dashboard?client=${id}` },
    leadUrl: (leadId) => `/lms/lead?id=${leadId}&client=${id}`,
  };
}

function urlOf(practiceId: string): string {
  return `/admin/import?client=${practiceId}`;
}
