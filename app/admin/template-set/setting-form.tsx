// The form for one setting in a set's draft. Practices can't see what is saved here.
import { Link, useRevalidator } from "react-router";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import type { Typed } from "#app/ui/form-values.ts";
import { AttemptFields, useAttempts } from "#app/ui/hours/attempt-fields.tsx";
import { useHours, WeekFields } from "#app/ui/hours/hours-fields.tsx";
import { IconArrowLeft } from "#app/ui/icons.tsx";
import fields from "#app/ui/templates/template-fields.module.css";
import screen from "#app/ui/templates/template-screen.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { templateSetPageWords as words } from "#content/console/template-sets.ts";
import { controlWords } from "#content/desk/controls.ts";
import { usualAttemptGaps } from "#contract/attempt-plan.ts";
import { usualWeek } from "#contract/open-hours.ts";
import {
  type SetSettingName,
  SetSettingsChange,
  type TemplateSet,
} from "#contract/template-sets.ts";
import { setUrl } from "./set-url.ts";
import { SourceFields, useSetSources } from "./source-fields.tsx";

export function SettingForm({ set, name }: { set: TemplateSet; name: SetSettingName }) {
  const { week, attemptGaps, sources } = set.settings;
  const { revalidate } = useRevalidator();
  const change = useChange();
  const hours = useHours({ timeZone: "", holidays: [], week: week.value ?? usualWeek });
  const attempts = useAttempts(attemptGaps.value ?? usualAttemptGaps);
  const shownSources = useSetSources(sources.value);
  // For each setting: the draft as saved, as typed, and without the setting.
  const changes = {
    week: {
      present: { week: week.value },
      typed: (typed: Typed) => ({ week: hours.read(typed).week }),
      none: { week: null },
    },
    attemptGaps: {
      present: { attemptGaps: attemptGaps.value },
      typed: (typed: Typed) => ({ attemptGaps: attempts.read(typed) }),
      none: { attemptGaps: null },
    },
    sources: {
      present: { sources: sources.value },
      typed: (typed: Typed) => ({ sources: shownSources.read(typed) }),
      none: { sources: null },
    },
  };
  const { present, typed, none } = changes[name];
  const save = (json: SetSettingsChange) =>
    api.admin["template-sets"][":id"].settings.$patch({ param: { id: set._id }, json });
  const form = useForm({
    schema: SetSettingsChange,
    read: typed,
    send: save,
    onDone({ message }) {
      showToast({ title: message, message: words.settingNames[name] });
      void revalidate();
    },
  });

  return (
    <>
      <Link to={setUrl(set._id)} className={screen.back}>
        <IconArrowLeft aria-hidden /> {words.backToSet}
      </Link>
      <h2 className={screen.title}>{words.settingNames[name]}</h2>
      <Form form={form} aria-label={words.settingNames[name]}>
        <p className={fields.help}>{words.settingsHelp}</p>
        <p className={fields.help}>{words.settingHelp[name]}</p>
        {name === "week" && <WeekFields hours={hours} />}
        {name === "attemptGaps" && <AttemptFields attempts={attempts} />}
        {name === "sources" && <SourceFields sources={shownSources} />}
        <FormEnd label={controlWords.save}>
          {set.settings[name].value !== null && (
            <Button
              variant="quiet"
              onClick={() => void change(() => save(none), { undo: () => save(present) })}
            >
              {words.dropSetting}
            </Button>
          )}
        </FormEnd>
      </Form>
    </>
  );
}
