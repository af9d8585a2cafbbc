// The practice's templates for notes, emails, texts and automatic emails. It must handle a merge field
// without a value, a deleted template (undo), an email that was turned on by accident, and a lost
// connection during a long text.
import { Link, useSearchParams } from "react-router";
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import screen from "#app/ui/templates/template-screen.module.css";
import { shellWords } from "#content/desk/shell.ts";
import { templateTabs, templateWords } from "#content/desk/templates.ts";
import type { TemplateKind, TemplateList } from "#contract/templates.ts";
import type { Route } from "./+types/template.ts";
import { useDesk, useMay } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { TemplateForm } from "./template/template-form.tsx";
import { TemplateCards } from "./template/template-list.tsx";
import { TemplateReader } from "./template/template-reader.tsx";
import { UpdateNotice } from "./template/update-notice.tsx";

export const meta = () => [{ title: shellWords.tab(shellWords.places.template) }];

export async function loader({ context }: Route.LoaderArgs) {
  const { templates } = context.get(apiContext);
  const [answer, updates] = await Promise.all([
    templates.$get({ query: {} }),
    // The server rejects this request for members, who can't apply updates.
    templates.updates.$get(),
  ]);
  if (!answer.ok) return null;
  return { ...(await bodyOf(answer)), updates: updates.ok ? (await bodyOf(updates)).updates : [] };
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

const tabNames = { note: "notes", email: "email", text: "texts", auto: "auto" } as const;

export default function TemplatePage({ loaderData }: Route.ComponentProps) {
  const known = useLastGood(loaderData, "templates");
  const [search, setSearch] = useSearchParams();
  const { hasTexts } = useDesk().client;
  const kind = kindOf(search.get("tab"), hasTexts);
  return (
    <>
      <ShellHead title={shellWords.places.template}>
        <Link to="/lms/mail">{templateWords.allEmails}</Link>
      </ShellHead>
      <main>
        <UpdateNotice updates={known?.updates ?? []} />
        <Tabs
          label={templateWords.kinds}
          chosen={kind}
          onChoose={(chosen) => setSearch({ tab: tabNames[chosen] }, { replace: true })}
          tabs={templateTabs
            .filter((tab) => hasTexts || tab.kind !== "text")
            .map(({ kind: name, title }) => ({
              name,
              title,
              content: known ? (
                <Kind kind={kind} known={known} id={search.get("id")} />
              ) : (
                <Failed />
              ),
            }))}
        />
      </main>
    </>
  );
}

/** A practice without texts doesn't read of them. */
function kindOf(tab: string | null, hasTexts: boolean): TemplateKind {
  if (tab === "texts" && hasTexts) return "text";
  if (tab === "email" || tab === "auto") return tab;
  return "note";
}

type KindProps = { kind: TemplateKind; known: TemplateList; id: string | null };

/**
 * The templates of one kind. `id`: a template's id, `new`, or null. With null, the first template
 * is open next to the list, and phones show only the list.
 */
function Kind({ kind, known, id }: KindProps) {
  const templates = known.templates.filter((one) => one.kind === kind);
  const asked = templates.find((one) => one._id === id) ?? null;
  const mayEdit = useMay("templates");
  const isNew = mayEdit && id === "new";
  const chosen = asked ?? (id === null ? (templates[0] ?? null) : null);
  const isOpen = chosen !== null || isNew;
  return (
    <div className={screen.columns} data-open={asked !== null || isNew || undefined}>
      <TemplateCards kind={kind} templates={templates} chosenId={chosen?._id ?? null} />
      <section className={screen.words} aria-label={templateWords.words}>
        {chosen && !mayEdit && <TemplateReader key={chosen._id} template={chosen} />}
        {isOpen && mayEdit && (
          <TemplateForm
            key={`${kind} ${chosen?._id ?? "new"}`}
            kind={kind}
            template={chosen}
            campaigns={known.campaigns}
          />
        )}
        {!isOpen && (
          <p className={screen.choose}>
            {mayEdit ? templateWords.choose : templateWords.chooseToRead}
          </p>
        )}
      </section>
    </div>
  );
}

function Failed() {
  return (
    <div className={screen.words}>
      <LoadFailed>{templateWords.failed}</LoadFailed>
    </div>
  );
}
