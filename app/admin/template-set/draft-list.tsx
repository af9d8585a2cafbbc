// Lists the templates in a set's draft, with links and buttons to open, add and delete them.
import { Link, useNavigate, useRevalidator } from "react-router";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import screen from "#app/ui/templates/template-screen.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { IconPlus, IconTrash } from "#app/ui/writing-icons.ts";
import { toastTitles } from "#content/console/frame.ts";
import { templateSetPageWords as words } from "#content/console/template-sets.ts";
import { languageNames } from "#content/languages.ts";
import { type TemplateSet, templateSetLimits } from "#contract/template-sets.ts";
import { templateKinds } from "#contract/templates.ts";
import styles from "./draft-list.module.css";
import { setUrl } from "./set-url.ts";

type Draft = TemplateSet["templates"][number];

export function DraftList({ set, chosenId }: { set: TemplateSet; chosenId: string | null }) {
  const isFull = set.templates.length >= templateSetLimits.templates;
  return (
    <section className={screen.card} aria-labelledby="templates">
      <h2 id="templates" className={styles.title}>
        {words.templates} {set.templates.length > 0 && <span>{set.templates.length}</span>}
      </h2>
      {set.templates.length === 0 && <p className={styles.none}>{words.noTemplates}</p>}
      <ul>
        {set.templates.map((template) => (
          <Item
            key={template._id}
            setId={set._id}
            template={template}
            isChosen={template._id === chosenId}
          />
        ))}
      </ul>
      {set.removed.length > 0 && <p className={styles.removed}>{words.removed(set.removed)}</p>}
      {!isFull && (
        <p className={styles.add}>
          {templateKinds.map((kind) => (
            <ButtonLink key={kind} to={setUrl(set._id, { new: kind })} variant="outline" isSmall>
              <IconPlus aria-hidden /> {words.newTitles[kind]}
            </ButtonLink>
          ))}
        </p>
      )}
    </section>
  );
}

function Item({
  setId,
  template,
  isChosen,
}: {
  setId: string;
  template: Draft;
  isChosen: boolean;
}) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const change = useChange();
  const { _id, kind, title, language, state } = template;
  const templates = api.admin["template-sets"][":id"].templates;

  async function remove() {
    const param = { id: setId, templateId: _id };
    const outcome = await askApi(() => templates[":templateId"].$delete({ param }));
    if (!outcome.isDone) {
      return showToast({ title: toastTitles.error, message: outcome.refusal.message });
    }
    if (isChosen) await navigate(setUrl(setId), { replace: true });
    await revalidate();
    showToast({
      ...{ title: words.deleted, message: title, seconds: 8 },
      action: { label: words.undo, onPress: () => void restore() },
    });
  }

  function restore() {
    return change(() => templates.$post({ param: { id: setId }, json: template }));
  }

  return (
    <li className={screen.item} data-chosen={isChosen || undefined}>
      <Link
        to={setUrl(setId, { template: _id })}
        className={screen.open}
        aria-current={isChosen || undefined}
      >
        <strong>{title}</strong>
        <span className={screen.about}>
          {words.kinds[kind]}
          {language !== "en" && ` · ${languageNames[language]}`}
        </span>
        {state !== "published" && <span className={screen.state}>{words.states[state]}</span>}
      </Link>
      <div className={screen.actions}>
        <button
          type="button"
          aria-label={words.deleteTemplate(title)}
          onClick={() => void remove()}
        >
          <IconTrash aria-hidden />
        </button>
      </div>
    </li>
  );
}
