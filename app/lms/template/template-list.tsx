// The templates of one kind. They can be searched, opened, duplicated, deleted and restored.

import { useState } from "react";
import { Link, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { api } from "#app/api.ts";
import { useMay } from "#app/lms/shell/desk-context.ts";
import { IconCopy } from "#app/lms/shell/desk-icons.ts";
import { askApi, type Outcome } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { IconSearch } from "#app/ui/icons.tsx";
import { toBrackets } from "#app/ui/rich-text/merge-fields.ts";
import screen from "#app/ui/templates/template-screen.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { IconPlus, IconTrash } from "#app/ui/writing-icons.ts";
import { controlWords } from "#content/desk/controls.ts";
import { templateListWords, templateTabs } from "#content/desk/templates.ts";
import { languageNames } from "#content/languages.ts";
import type { Language } from "#contract/languages.ts";
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
    <section className={screen.card} aria-labelledby="templates">
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
      {mayEdit && !isFull && isWithoutSpanish(kind, templates) && (
        <p className={styles.more}>
          <StarterButton kind={kind} language="es" />
        </p>
      )}
    </section>
  );
}

/**
 * Returns whether the practice has templates of this kind, but only English ones. Notes don't
 * count, because they are for the team.
 */
function isWithoutSpanish(kind: TemplateKind, templates: Template[]): boolean {
  return (
    kind !== "note" && templates.length > 0 && templates.every(({ language }) => language === "en")
  );
}

function StarterButton({ kind, language }: { kind: TemplateKind; language: Language }) {
  const { revalidate } = useRevalidator();

  async function begin() {
    const json = { kind, language };
    say(await askApi(() => api.templates.starters.$post({ json })));
    await revalidate();
  }

  const isEnglish = language === "en";
  return (
    <Button
      variant={isEnglish ? "solid" : "quiet"}
      isSmall={!isEnglish}
      onClick={() => void begin()}
    >
      {isEnglish ? templateListWords.start : templateListWords.startSpanish}
    </Button>
  );
}

/**
 * Shown to a practice without templates. It offers starter templates, which are created only when
 * someone asks for them.
 */
function None({ kind }: { kind: TemplateKind }) {
  const none = templateTabs.find((tab) => tab.kind === kind)?.none ?? "";
  const mayEdit = useMay("templates");
  if (!mayEdit) return <Empty title={templateListWords.none}>{templateListWords.askManager}</Empty>;
  return (
    <Empty
      title={templateListWords.none}
      hint={templateListWords.startHint}
      action={<StarterButton kind={kind} language="en" />}
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
  const { _id: id, title, language } = template;
  const name = language === "en" ? title : `${title}, ${languageNames[language]}`;
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
    say(await askApi(() => api.templates[":id"].restore.$post({ param })), title);
    await revalidate();
  }

  return (
    <li className={screen.item} data-chosen={isChosen || undefined}>
      <Link to={url(id)} className={screen.open} aria-current={isChosen || undefined}>
        <strong>{title}</strong>
        <span className={screen.about}>
          {language !== "en" && `${languageNames[language]} · `}
          {template.kind === "text"
            ? toBrackets(template.body)
            : toBrackets(template.subject) || template.body}
        </span>
        {template.kind === "auto" && (
          <span className={screen.state} data-on={template.isActive || undefined}>
            {template.isActive ? templateListWords.active : templateListWords.off}
          </span>
        )}
      </Link>
      {mayEdit && (
        <div className={screen.actions}>
          <button
            type="button"
            aria-label={templateListWords.duplicate(name)}
            onClick={() => void copy()}
          >
            <IconCopy aria-hidden />
          </button>
          <button
            type="button"
            aria-label={templateListWords.delete(name)}
            onClick={() => void remove()}
          >
            <IconTrash aria-hidden />
          </button>
        </div>
      )}
    </li>
  );
}

/** Returns a function that returns this page's URL with a template open, or with none for null. */
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

/** `title`: the template's title, if the message doesn't tell which template it is about. */
function say(outcome: Outcome<{ message: string }>, title?: string) {
  if (outcome.isDone) showToast({ title: outcome.answer.message, message: title });
  else showToast({ title: controlWords.error, message: outcome.refusal.message, urgency: "alert" });
}
