// Yes/no facts about a lead. Each fact shows who set it and when. One click sets it, and another
// click clears it.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { leadFactLabels } from "#content/lead-fields.ts";
import { type LeadFactName, leadFactNames } from "#contract/lead-facts.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./yes-no-facts.module.css";

export function YesNoFacts({ lead }: { lead: Lead }) {
  return leadFactNames.map((name) => <YesNoFact key={name} lead={lead} name={name} />);
}

function YesNoFact({ lead, name }: { lead: Lead; name: LeadFactName }) {
  const { client, viewAs } = useDesk();
  const { revalidate } = useRevalidator();
  const [isSending, setIsSending] = useState(false);
  const fact = lead.facts[name];
  if (viewAs && !fact) return null;

  async function change(isTrue: boolean) {
    if (isSending) return;
    setIsSending(true);
    const json = { facts: { [name]: isTrue } };
    const outcome = await askApi(() => api.leads[":id"].$patch({ param: { id: lead._id }, json }));
    if (!outcome.isDone) {
      const { message } = outcome.refusal;
      showToast({ title: controlWords.error, message, urgency: "alert" });
    }
    await revalidate();
    setIsSending(false);
  }

  return (
    <div>
      <dt>{leadFactLabels[name]}</dt>
      <dd className={styles.fact}>
        <input
          type="checkbox"
          aria-label={leadFactLabels[name]}
          checked={fact !== null}
          disabled={viewAs !== null}
          aria-busy={isSending}
          onChange={({ target }) => void change(target.checked)}
        />
        {fact && (
          <span>
            <bdi>{fact.by}</bdi>, <AtTime at={fact.at} timeZone={client.timeZone} />
          </span>
        )}
      </dd>
    </div>
  );
}
