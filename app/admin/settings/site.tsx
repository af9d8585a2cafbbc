import { SelectField } from "#app/ui/fields.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { publishedFrom, responseTimeSentence } from "#content/marketing/response-time.ts";
import type { OwnResponseTime } from "#contract/contact-request-work.ts";
import { PartForm, PartFrame } from "./part.tsx";
import styles from "./settings.module.css";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.site;

const choices = [
  { value: "no", name: words.no },
  { value: "yes", name: words.yes },
];

type SiteProps = PartProps & { responseTime: OwnResponseTime };

export function SitePart({ settings, responseTime }: SiteProps) {
  const sentence = responseTimeSentence(responseTime);
  return (
    <div className={styles.part}>
      <PartFrame part="site" about={words.about} settings={settings} of={SiteForm} />
      <p className={styles.note}>
        {sentence ? (
          <>
            {settings.site.publishResponseTime ? words.says : words.wouldSay}{" "}
            <strong>{sentence}</strong>
          </>
        ) : (
          words.tooFew(responseTime.n, publishedFrom)
        )}
      </p>
    </div>
  );
}

function SiteForm(props: PartFormProps) {
  const { publishResponseTime, sendsMondayMail } = props.settings.site;
  const settingsForm = useSettingsForm("site", props, (typed) => ({
    publishResponseTime: typed.publish === "yes",
    sendsMondayMail: typed.monday === "yes",
  }));
  return (
    <PartForm label={settingsWords.sections.site} settingsForm={settingsForm}>
      <SelectField
        name="publish"
        label={words.publish}
        options={choices}
        defaultValue={publishResponseTime ? "yes" : "no"}
        isRequired
      />
      <SelectField
        name="monday"
        label={words.monday}
        help={words.mondayHelp}
        options={choices}
        defaultValue={sendsMondayMail ? "yes" : "no"}
        isRequired
      />
    </PartForm>
  );
}
