// A manager opens this page from the notice on the templates to see what the agency's newer
// templates change, and to apply some. Each shows whether it replaces the practice's own text. It
// must handle a colleague's edit, a newer version, and an automatic email that is on.
import { apiContext } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { LoadFailed } from "#app/ui/load-failed.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { shellWords } from "#content/desk/shell.ts";
import { templateUpdateWords as words } from "#content/desk/template-updates.ts";
import type { Route } from "./+types/template-updates.ts";
import { useMay } from "./shell/desk-context.ts";
import { useLastGood } from "./shell/last-known-good.ts";
import { UpdateForm } from "./template-updates/update-form.tsx";
import styles from "./template-updates.module.css";

export const meta = () => [{ title: shellWords.tab(words.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).templates.updates.$get();
  if (answer.status === 403) return { updates: [], asOf: "" };
  return answer.ok ? bodyOf(answer) : null;
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function TemplateUpdatesPage({ loaderData }: Route.ComponentProps) {
  const known = useLastGood(loaderData, "template updates");
  const mayTake = useMay("templates");
  return (
    <>
      <ShellHead title={words.title} back="/lms/template" />
      <main className={styles.page}>
        {!known && (
          <div className={styles.box}>
            <LoadFailed>{words.failed}</LoadFailed>
          </div>
        )}
        {known?.updates.length === 0 && (
          <div className={styles.box}>
            <Empty
              title={words.noneTitle}
              action={<ButtonLink to="/lms/template">{words.back}</ButtonLink>}
            >
              {mayTake ? words.none : words.managersOnly}
            </Empty>
          </div>
        )}
        {known && known.updates.length > 0 && (
          <>
            <p className={styles.intro}>
              {words.intro} {words.legend}
            </p>
            {known.updates.map((update) => (
              <UpdateForm
                key={`${update.set._id} ${known.asOf}`}
                update={update}
                asOf={known.asOf}
              />
            ))}
          </>
        )}
      </main>
    </>
  );
}
