// The templates of one kind: search, open, duplicate, delete and restore.

import { useState } from "react";
import { Link, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { api } from "#app/api.ts";
import { toBrackets } from "#app/lms/rich-text/merge-fields.ts";
import { useMay } from "#app/lms/shell/desk-context.ts";
import { IconCopy, IconPlus, IconTrash } from "#app/lms/shell/desk-icons.ts";
import { askApi, type Outcome } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconSearch } from "#app/ui/icons.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { templateListWords, templateTabs } from "#content/desk/templates.ts";
import { type Template, type TemplateKind, templateLimits } from "#contract/templates.ts";
import styles from "./template-list.module.css";

type ListProps = { kind: TemplateKind; templates: Template[]; chosenId: string | null };

export function TemplateCards({ kind, templates, chosenId }: ListProps) {
  const [sought, setSought] = useState("");
  const url = useTemplateUrl();
  const mayEdit = useMay("templates");
  const shown = templates.filter((one) => isMatch(one, sought));
  const isFull = templates.length >= templateLimits.perKind;
  return (
    <section className={styles.card} aria-labelledby="templates">
      <header className={styles.head}>
        <h2 id="templates">{templateListWords.title}</h2>
        <span className={styles.count}>{templates.length}</span>
        {isFull && mayEdit && <span className={styles.full}>{templateListWords.full}</span>}
        {!isFull && mayEdit && (
          <ButtonLink to={url("new")} variant="outline" isSmall>
            <IconPlus aria-hidden /> {templateListWords.new}
          </ButtonLink>
        )}
      </header>
      {templates.length > 0 && (
        <search className={styles.search}>
          <IconSearch aria-hidden />
          <input
            type="search"
            aria-label={templateListWords.search}
            placeholder={templateListWords.searchHint}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
        </search>
      )}
      {templates.length === 0 && <None kind={kind} />}
      {templates.length > 0 && shown.length === 0 && (
        <p className={styles.none} role="status">
          {templateListWords.noMatch}
        </p>
      )}
      <ul>
        {shown.map((template) => (
          <Item key={template._id} template={template} isChosen={template._id === chosenId} />
        ))}
      </ul>
    </section>
  );
}

/** Offers starter templates to a practice without any; they are created only on request. */
function None({ kind }: { kind: TemplateKind }) {
  const { revalidate } = useRevalidator();
  const none = templateTabs.find((tab) => tab.kind === kind)?.none ?? "";
  const mayEdit = useMay("templates");

  async function begin() {
    const outcome = await askApi(() => api.templates.starters.$post({ json: { kind } }));
    say(outcome);
    await revalidate();
  }

  if (!mayEdit) return <Empty title={templateListWords.none}>{templateListWords.askManager}</Empty>;
  return (
    <Empty
      title={templateListWords.none}
      hint={templateListWords.startHint}
      action={<Button onClick={() => void begin()}>{templateListWords.start}</Button>}
    >
      {none}
    </Empty>
  );
}

function Item({ template, isChosen }: { template: Template; isChosen: boolean }) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const url = useTemplateUrl();
  const mayEdit = useMay("templates");
  const { _id: id, title } = template;
  const param = { id };

  async function copy() {
    const outcome = await askApi(() => api.templates[":id"].copies.$post({ param }));
    say(outcome);
    await revalidate();
    if (outcome.isDone) await navigate(url(outcome.answer.template._id));
  }

  async function remove() {
    const outcome = await askApi(() => api.templates[":id"].$delete({ param }));
    if (!outcome.isDone) return say(outcome);
    if (isChosen) await navigate(url(null), { replace: true });
    await revalidate();
    showToast({
      title: outcome.answer.message,
      message: title,
      seconds: 8,
      action: { label: controlWords.undo, onPress: () => void restore() },
    });
  }

  async function restore() {
    say(await askApi(() => api.templates[":id"].restore.$post({ param })));
    await revalidate();
  }

  return (
    <li className={styles.item} data-chosen={isChosen || undefined}>
      <Link to={url(id)} className={styles.open} aria-current={isChosen || undefined}>
        <strong>{title}</strong>
        <span className={styles.words}>{toBrackets(template.subject) || template.body}</span>
        {template.kind === "auto" && (
          <span className={styles.state} data-on={template.isActive || undefined}>
            {template.isActive ? templateListWords.active : templateListWords.off}
          </span>
        )}
      </Link>
      {mayEdit && (
        <div className={styles.actions}>
          <button
            type="button"
            aria-label={templateListWords.duplicate(title)}
            onClick={() => void copy()}
          >
            <IconCopy aria-hidden />
          </button>
          <button
            type="button"
            aria-label={templateListWords.delete(title)}
            onClick={() => void remove()}
          >
            <IconTrash aria-hidden />
          </button>
        </div>
      )}
    </li>
  );
}

/** Returns the URL of this page with a template open; null closes it. */
export function useTemplateUrl(): (id: string | null) => string {
  const [search] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(search);
    if (id) next.set("id", id);
    else next.delete("id");
    return `?${next}`;
  };
}

function isMatch({ title, subject }: Template, sought: string): boolean {
  return `${title} ${toBrackets(subject)}`.toLowerCase().includes(sought.trim().toLowerCase());
}

function say(outcome: Outcome<{ message: string }>) {
  if (outcome.isDone) showToast({ title: outcome.answer.message });
  else showToast({ title: controlWords.error, message: outcome.refusal.message, urgency: "alert" });
}
