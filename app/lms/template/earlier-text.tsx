// Shows a template's text from before an update replaced it. The text can be restored.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Changes } from "#app/lms/template-updates/changes.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { earlierTextWords as words } from "#content/desk/template-updates.ts";
import { dateText } from "#contract/moment-text.ts";
import type { Template } from "#contract/templates.ts";
import styles from "./earlier-text.module.css";

export function EarlierText({ template }: { template: Template }) {
  const { revalidate } = useRevalidator();
  const { client } = useDesk();
  const { _id, kind, earlier, changedAt } = template;
  if (!earlier) return null;

  async function putBack() {
    const param = { id: _id };
    const outcome = await askApi(() =>
      api.templates[":id"].earlier.$post({ param, json: { changedAt } }),
    );
    if (outcome.isDone) showToast({ title: outcome.answer.message, message: template.title });
    else showToast({ title: controlWords.error, message: outcome.refusal.message });
    await revalidate();
  }

  return (
    <details className={styles.earlier}>
      <summary>{words.summary(dateText(earlier.replacedAt, client.timeZone))}</summary>
      <Changes kind={kind} from={null} to={earlier} />
      <Button variant="outline" isSmall onClick={() => void putBack()}>
        {words.putBack}
      </Button>
    </details>
  );
}
