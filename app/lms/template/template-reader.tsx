// A template for members, who can't edit it. Managers edit templates, and everyone uses them.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { IconArrowLeft } from "#app/ui/icons.tsx";
import { toBrackets } from "#app/ui/rich-text/merge-fields.ts";
import { EmailFrame } from "#app/ui/templates/email-frame.tsx";
import fields from "#app/ui/templates/template-fields.module.css";
import screen from "#app/ui/templates/template-screen.module.css";
import { previewWords, templateListWords, templateWords } from "#content/desk/templates.ts";
import { languageNames } from "#content/languages.ts";
import type { Template } from "#contract/templates.ts";
import styles from "./template-form.module.css";
import { useTemplateUrl } from "./template-list.tsx";

export function TemplateReader({ template }: { template: Template }) {
  const url = useTemplateUrl();
  const { kind, title, body, language, isActive } = template;
  return (
    <>
      <Link to={url(null)} className={screen.back}>
        <IconArrowLeft aria-hidden /> {templateWords.all}
      </Link>
      <h2 className={screen.title}>{title}</h2>
      <p className={fields.help}>
        {language !== "en" && `${languageNames[language]}. `}
        {kind === "auto" && `${isActive ? templateListWords.active : templateListWords.off}. `}
        {templateWords.readOnly}
      </p>
      {kind === "note" && <p className={styles.note}>{body}</p>}
      {kind === "text" && <p className={styles.note}>{toBrackets(body)}</p>}
      {(kind === "email" || kind === "auto") && <Preview template={template} kind={kind} />}
    </>
  );
}

type Letter = Parameters<typeof EmailFrame>[0]["letter"];

function Preview({ template, kind }: { template: Template; kind: "email" | "auto" }) {
  const { subject, body, language } = template;
  const [letter, setLetter] = useState<Letter | string | null>(null);
  useEffect(() => {
    let isLeft = false;
    const json = { kind, subject, body, language };
    void askApi(() => api.templates.previews.$post({ json })).then((outcome) => {
      if (!isLeft) setLetter(outcome.isDone ? outcome.answer : outcome.refusal.message);
    });
    return () => {
      isLeft = true;
    };
  }, [kind, subject, body, language]);
  return (
    <div className={styles.letter} aria-live="polite" aria-busy={letter === null}>
      {letter === null && <p className={fields.help}>{previewWords.loading}</p>}
      {typeof letter === "string" && <p role="alert">{letter}</p>}
      {letter && typeof letter !== "string" && <EmailFrame letter={letter} />}
    </div>
  );
}
