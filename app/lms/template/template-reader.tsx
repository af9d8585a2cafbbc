// A template as a member reads it: managers change templates, and everyone uses them.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { IconArrowLeft } from "#app/ui/icons.tsx";
import { previewWords, templateListWords, templateWords } from "#content/desk/templates.ts";
import type { Template } from "#contract/templates.ts";
import { EmailFrame } from "./email-frame.tsx";
import styles from "./template-form.module.css";
import { useTemplateUrl } from "./template-list.tsx";

export function TemplateReader({ template }: { template: Template }) {
  const url = useTemplateUrl();
  const { kind, title, body, isActive } = template;
  return (
    <>
      <Link to={url(null)} className={styles.back}>
        <IconArrowLeft aria-hidden /> {templateWords.all}
      </Link>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.help}>
        {kind === "auto" && `${isActive ? templateListWords.active : templateListWords.off}. `}
        {templateWords.readOnly}
      </p>
      {kind === "note" ? (
        <p className={styles.note}>{body}</p>
      ) : (
        <Preview template={template} kind={kind} />
      )}
    </>
  );
}

type Letter = Parameters<typeof EmailFrame>[0]["letter"];

function Preview({ template, kind }: { template: Template; kind: "email" | "auto" }) {
  const { subject, body } = template;
  const [letter, setLetter] = useState<Letter | string | null>(null);
  useEffect(() => {
    let isLeft = false;
    const json = { kind, subject, body };
    void askApi(() => api.templates.previews.$post({ json })).then((outcome) => {
      if (!isLeft) setLetter(outcome.isDone ? outcome.answer : outcome.refusal.message);
    });
    return () => {
      isLeft = true;
    };
  }, [kind, subject, body]);
  return (
    <div className={styles.letter} aria-live="polite" aria-busy={letter === null}>
      {letter === null && <p className={styles.help}>{previewWords.loading}</p>}
      {typeof letter === "string" && <p role="alert">{letter}</p>}
      {letter && typeof letter !== "string" && <EmailFrame letter={letter} />}
    </div>
  );
}
