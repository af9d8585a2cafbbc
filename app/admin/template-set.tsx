// The owner opens this page to write a set's templates, publish a version, and copy it to
// practices. The draft and what isn't published come first. It must handle another owner's changes,
// a copy sent twice, and a practice's templates with the same titles.
import { redirect, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import screen from "#app/ui/templates/template-screen.module.css";
import { consoleWords } from "#content/console/frame.ts";
import { templateSetPageWords as words } from "#content/console/template-sets.ts";
import { uuid } from "#contract/fields.ts";
import { setSettingNames } from "#contract/template-sets.ts";
import { TemplateKind } from "#contract/templates.ts";
import type { Route } from "./+types/template-set.ts";
import { FreshPage } from "./fresh-page.tsx";
import { Actions } from "./template-set/actions.tsx";
import { DraftForm } from "./template-set/draft-form.tsx";
import { DraftList } from "./template-set/draft-list.tsx";
import { Users, Versions } from "./template-set/history.tsx";
import { SettingForm } from "./template-set/setting-form.tsx";
import { SettingList } from "./template-set/setting-list.tsx";
import styles from "./template-set.module.css";

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleWords.tab(loaderData?.name ?? consoleWords.places.templates) },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get("id");
  if (!asked) throw redirect("/admin/templates");
  const id = uuid.safeParse(asked).data;
  if (!id) throw new Response(null, { status: 404 });
  const answer = await context
    .get(apiContext)
    .admin["template-sets"][":id"].$get({ param: { id } });
  throwUnlessOk(answer);
  return bodyOf(answer);
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function TemplateSetPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <FreshPage key={params.get("id")} loaded={loaderData} everyMs={null}>
      {(shown) => <Page shown={shown} />}
    </FreshPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: set }: { shown: Shown }) {
  const [search] = useSearchParams();
  const chosen = set.templates.find(({ _id }) => _id === search.get("template")) ?? null;
  const kind = chosen?.kind ?? TemplateKind.safeParse(search.get("new")).data;
  const setting = setSettingNames.find((one) => one === search.get("setting"));
  const isOpen = kind !== undefined || setting !== undefined;
  return (
    <>
      <ShellHead title={set.name} back="/admin/templates" />
      <main className={styles.page} key={set._id}>
        <Actions set={set} />
        <div className={screen.columns} data-open={isOpen || undefined}>
          <div className={styles.column}>
            <DraftList set={set} chosenId={chosen?._id ?? null} />
            <SettingList set={set} chosen={setting} />
            <Versions set={set} />
            <Users set={set} />
          </div>
          <section className={screen.words} aria-label={words.template}>
            {kind && (
              <DraftForm
                key={`${kind} ${chosen?._id ?? "new"}`}
                setId={set._id}
                kind={kind}
                template={chosen}
              />
            )}
            {setting && !kind && <SettingForm key={setting} set={set} name={setting} />}
            {!isOpen && <p className={screen.choose}>{words.choose}</p>}
          </section>
        </div>
      </main>
    </>
  );
}
