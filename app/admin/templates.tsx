// The owner opens this page to write or improve a template set for one kind of practice, or to see
// which practices are behind. It shows each set's contents and unpublished changes. It must handle
// two sets with the same name, and a set created twice or deleted by mistake.
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { api, apiContext } from "#app/api.ts";
import { bodyOf, throwUnlessOk } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { askServer } from "#app/ui/live/last-good.ts";
import { ShellHead } from "#app/ui/shell.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { consoleWords, toastTitles } from "#content/console/frame.ts";
import { templateSetWords as words } from "#content/console/template-sets.ts";
import { dateText } from "#contract/moment-text.ts";
import { type ListedSet, NewTemplateSet, templateSetLimits } from "#contract/template-sets.ts";
import type { Route } from "./+types/templates.ts";
import { agencyZone } from "./agency-hours.ts";
import { FreshPage } from "./fresh-page.tsx";
import lists from "./rows.module.css";
import styles from "./templates.module.css";

export const meta = () => [{ title: consoleWords.tab(consoleWords.places.templates) }];

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext).admin["template-sets"].$get();
  throwUnlessOk(answer);
  return bodyOf(answer);
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return askServer(serverLoader);
}

export default function TemplateSetsPage({ loaderData }: Route.ComponentProps) {
  return <FreshPage loaded={loaderData}>{(shown) => <Page shown={shown} />}</FreshPage>;
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]>;

function Page({ shown: { sets } }: { shown: Shown }) {
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button isSmall onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <>
      <ShellHead title={consoleWords.places.templates}>
        {sets.length > 0 && <span>{words.count(sets.length)}</span>}
        {sets.length > 0 && add}
      </ShellHead>
      <main>
        {sets.length === 0 ? (
          <div className={lists.quiet}>
            <Empty title={words.none} action={add}>
              {words.noneHint}
            </Empty>
          </div>
        ) : (
          <ul className={lists.list}>
            {sets.map((set) => (
              <li key={set._id}>
                <SetItem set={set} />
              </li>
            ))}
          </ul>
        )}
      </main>
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={words.add}>
        {isAdding && <AddForm onCancel={() => setIsAdding(false)} />}
      </Dialog>
    </>
  );
}

function SetItem({ set }: { set: ListedSet }) {
  const { _id, name, counts, version, publishedAt, isChanged, practices, behind } = set;
  return (
    <article className={lists.item}>
      <h2>
        <Link to={`/admin/template-set?id=${_id}`}>{name}</Link>
      </h2>
      <span className={styles.state}>
        {publishedAt
          ? words.version(version, dateText(publishedAt, agencyZone))
          : words.notPublished}
      </span>
      <p className={lists.actions}>
        <span>{words.contents(counts)}</span>
        <span>{words.usedBy(practices)}</span>
        {behind > 0 && <span className={styles.behind}>{words.behind(behind)}</span>}
      </p>
      {version > 0 && isChanged && <span className={styles.state}>{words.unpublished}</span>}
    </article>
  );
}

function AddForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    schema: NewTemplateSet,
    countsOnce: true,
    send: (json) => api.admin["template-sets"].$post({ json }),
    onDone({ set, message }) {
      showToast({ title: toastTitles.done, message });
      void navigate(`/admin/template-set?id=${set._id}`);
    },
  });
  return (
    <Form form={form} aria-label={words.add}>
      <TextField
        name="name"
        label={words.name}
        help={words.nameHelp}
        isRequired
        autoComplete="off"
        maxLength={templateSetLimits.name}
      />
      <FormEnd label={words.create}>
        <Button variant="quiet" onClick={onCancel}>
          {consoleWords.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
