// The form of one template, of a practice or a set. Its draft in the tab's storage survives an
// error, a reload and navigation. The user decides whether to overwrite another person's change.
import { useEffect, useEffectEvent, useState } from "react";
import type { z } from "zod";
import type { AnswerOf, ApiResponse } from "#app/ui/ask-api.ts";
import { isFormChanged, saveDraft } from "#app/ui/form-drafts.ts";
import type { Typed } from "#app/ui/form-values.ts";
import { toBrackets } from "#app/ui/rich-text/merge-fields.ts";
import { type FormState, useForm } from "#app/ui/use-form.ts";
import { readVersion, setVersion, useStale } from "#app/ui/version.tsx";
import type { TemplateKind } from "#contract/templates.ts";

type Options<Edited, Schema extends z.ZodType<object>, R extends ApiResponse> = {
  /** The name under which this tab stores the draft. */
  name: string;
  /** Null for a new template. */
  template: Edited | null;
  schema: Schema;
  read: (typed: Typed) => object;
  send: (request: z.output<Schema>) => Promise<R>;
  /** Returns the template as it was saved, from the response. */
  savedOf: (answer: AnswerOf<R>) => Edited;
  onSaved: (saved: Edited, answer: AnswerOf<R>) => void;
  /** Loads the template again. */
  reload: () => void;
  /** Opens a new form without a draft. */
  onDiscard: () => void;
};

export type TemplateFormState = ReturnType<typeof useTemplateForm>;

export function useTemplateForm<
  Edited extends { kind: TemplateKind; changedAt: string; body: string },
  Schema extends z.ZodType<object>,
  R extends ApiResponse,
>({ name, template, ...options }: Options<Edited, Schema, R>) {
  const { schema, read, send, savedOf, onSaved, reload, onDiscard } = options;
  // The template as the fields show it. When the template is loaded again, neither the fields nor
  // this may change.
  const [shown, setShown] = useState(template);
  const stale = useStale(template?.changedAt);
  const form = useForm({
    ...{ schema, read, send, draftKey: name },
    onDone(answer, element) {
      const saved = savedOf(answer);
      // The field gets the body as the server has sanitized it, so that the form has no unsaved
      // changes.
      const body = element.elements.namedItem("body");
      const isText = saved.kind === "text";
      if (body instanceof HTMLTextAreaElement)
        body.value = isText ? toBrackets(saved.body) : saved.body;
      setVersion(element, saved.changedAt);
      setShown(saved);
      stale.forget();
      onSaved(saved, answer);
    },
    onRefused({ code }) {
      if (code !== "stale") return stale.forget();
      stale.refuse(form.ref.current ? readVersion(form.ref.current) : undefined);
      reload();
    },
  });
  const isUnsaved = useUnsaved(form, shown?.changedAt ?? "");

  function discard() {
    saveDraft(name, null);
    onDiscard();
  }

  function saveOver() {
    if (form.ref.current && template) setVersion(form.ref.current, template.changedAt);
    void form.submit();
  }

  const onOld = useEffectEvent(onDiscard);
  useEffect(() => {
    const element = form.ref.current;
    const isOld = element && template && readVersion(element) !== template.changedAt;
    if (isOld && !isFormChanged(element)) onOld();
  }, [form.ref, template]);

  return { form, shown, isUnsaved, isStale: stale.isStale, discard, saveOver };
}

function useUnsaved(form: FormState, version: string): boolean {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const { ref } = form;

  // Runs after the form's own effect, which restores a draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares again after each save
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const check = () => setIsUnsaved(isFormChanged(element));
    check();
    element.addEventListener("input", check);
    element.addEventListener("change", check);
    return () => {
      element.removeEventListener("input", check);
      element.removeEventListener("change", check);
    };
  }, [ref, version]);

  return isUnsaved;
}
