// The settings of a source are several forms, but have one version. Saving one form must not make
// the others outdated. If another tab has saved a form, this tab's form lets the user choose a
// version.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { isFormChanged } from "#app/ui/form-drafts.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { useStale } from "#app/ui/version.tsx";
import { toastTitles } from "#content/console/frame.ts";
import type { ApiError } from "#contract/errors.ts";
import { type SourceAnswer, SourceChange, type SourceDetail } from "#contract/sources.ts";

type Answer = { ok: boolean; status: number; json(): Promise<SourceAnswer | ApiError> };

export type SourceSettings = {
  source: SourceDetail;
  /** For each form, the version that its fields show. */
  versions: RefObject<Map<string, string>>;
  save: (change: SourceChange) => Promise<Answer>;
  /** Loads the source again. */
  refresh: () => void;
};

export function useSourceVersions(): SourceSettings["versions"] {
  return useRef(new Map());
}

/** Handles one form of a source. `onLoad`: mounts the form again with the stored values. */
export function useSourceForm(
  part: string,
  {
    source,
    versions,
    save,
    refresh,
    onLoad,
    onSaved,
  }: SourceSettings & { onLoad: () => void; onSaved?: () => void },
  read: (typed: Record<string, string>) => SourceChange = (typed) => typed,
) {
  // The source as the fields show it. When the source is loaded again, neither the fields nor this
  // may change.
  const [shown, setShown] = useState(source);
  const [first] = useState(source.changedAt);
  const stale = useStale(source.changedAt);
  const form = useForm({
    schema: SourceChange,
    read: (typed) => ({ ...read(typed), changedAt: versions.current.get(part) }),
    send: save,
    onDone({ message, source: saved }, element) {
      const before = versions.current.get(part);
      for (const [other, version] of versions.current) {
        if (version === before) versions.current.set(other, saved.changedAt);
      }
      setShown(saved);
      stale.forget();
      // The field is cleared, because a token that was saved is never shown again.
      const secret = element.elements.namedItem("pageToken");
      if (secret instanceof HTMLInputElement) secret.value = "";
      showToast({ title: toastTitles.done, message });
      refresh();
      onSaved?.();
    },
    onRefused({ code }) {
      if (code !== "stale") return stale.forget();
      stale.refuse(versions.current.get(part));
      refresh();
    },
  });
  const { changedAt } = source;

  useEffect(() => {
    const known = versions.current;
    known.set(part, first);
    return () => void known.delete(part);
  }, [first, part, versions]);

  function saveOver() {
    versions.current.set(part, changedAt);
    void form.submit();
  }

  const onOld = useEffectEvent(onLoad);
  useEffect(() => {
    const isOld = versions.current.get(part) !== changedAt;
    if (isOld && form.ref.current && !isFormChanged(form.ref.current)) onOld();
  }, [changedAt, form.ref, part, versions]);

  return { form, shown, choice: stale.isStale ? { onLoad, onSave: saveOver } : null };
}
