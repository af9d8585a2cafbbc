// The form for one part of the settings, with its own version: saves or tests the typed values.
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { useStale } from "#app/ui/version.tsx";
import { toastTitles } from "#content/console/frame.ts";
import type { ApiError } from "#contract/errors.ts";
import {
  type SettingPart,
  type Settings,
  SettingsChange,
  SettingsTest,
} from "#contract/settings.ts";

/** A test's response doesn't have settings, because it doesn't change them. */
type Answer = {
  ok: boolean;
  status: number;
  json(): Promise<{ message: string; settings?: Settings } | ApiError>;
};

export type PartProps = { settings: Settings };
export type PartFormProps = PartProps & {
  /** Remounts the form with the stored values. */
  onLoad: () => void;
};

export function useSettingsForm(
  part: SettingPart,
  { settings, onLoad }: PartFormProps,
  read: (typed: Record<string, string>) => object,
) {
  const { revalidate } = useRevalidator();
  const { version } = settings[part];
  const shown = useRef(version);
  const isTest = useRef(false);
  /** A test's result, or null if there is none yet. */
  const [outcome, setOutcome] = useState<string | null>(null);
  const stale = useStale(version);
  const form = useForm({
    schema: SettingsChange,
    read: (typed) => ({ ...read(typed), part, version: shown.current }),
    send: (json): Promise<Answer> => {
      const tried = isTest.current && SettingsTest.safeParse(json).data;
      return tried
        ? api.admin.settings.tests.$post({ json: tried })
        : api.admin.settings.$patch({ json });
    },
    onDone(answer, element) {
      if (!answer.settings) return setOutcome(answer.message);
      shown.current = answer.settings[part].version;
      stale.forget();
      // Secrets are never shown again.
      for (const field of element.querySelectorAll<HTMLInputElement>("input[type=password]")) {
        field.value = "";
      }
      showToast({ title: toastTitles.done, message: answer.message });
      void revalidate();
    },
    onRefused({ code }) {
      if (code !== "stale") return stale.forget();
      stale.refuse(shown.current);
      void revalidate();
    },
  });

  function submit(isForTest: boolean) {
    isTest.current = isForTest;
    setOutcome(null);
    return form.submit().finally(() => {
      isTest.current = false;
    });
  }

  function saveOver() {
    shown.current = version;
    void submit(false);
  }

  return {
    /** The form's own submit button saves. */
    form: { ...form, submit: () => submit(isTest.current) },
    outcome,
    test: () => submit(true),
    choice: stale.isStale ? { onLoad, onSave: saveOver } : null,
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
