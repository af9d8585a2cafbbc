// Compares two leads. Where they differ, the user picks a value; where they don't, the value is
// only shown.
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { api } from "#app/api.ts";
import { useTellApart } from "#app/lms/lead/suggestions.tsx";
import { undoMerge } from "#app/lms/lead/undo-merge.ts";
import { callName, Name, nameOf, plainName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { samePersonWords as words } from "#content/desk/same-person.ts";
import { languageNames } from "#content/languages.ts";
import { leadFieldLabels } from "#content/lead-fields.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { Lead } from "#contract/leads.ts";
import { type MergedField, type MergeRequest, mergedFields } from "#contract/merges.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./compare.module.css";
import { FactRows } from "./fact-rows.tsx";

type Sides = { lead: LeadDetail; other: LeadDetail };
type Side = NonNullable<MergeRequest["keep"]>["name"];

export function Compare({ lead: one, other: two }: Sides) {
  const [lead, other] = [one.lead, two.lead];
  const navigate = useNavigate();
  const [keep, setKeep] = useState(() => usualChoice(lead, other));
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const home = `/lms/lead?id=${lead._id}`;
  const { isBusy, tell } = useTellApart(lead._id, other, () => void navigate(home));

  async function merge(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    const json = { otherId: other._id, keep };
    const outcome = await askApi(() =>
      api.leads[":id"].merges.$post({ param: { id: lead._id }, json }),
    );
    setIsSending(false);
    if (!outcome.isDone) {
      const { errors, message } = outcome.refusal;
      return setRefusal(errors.phone ?? message);
    }
    const survivor = outcome.answer.lead;
    const merged = survivor._id === lead._id ? other : lead;
    await navigate(`/lms/lead?id=${survivor._id}`);
    showToast({
      title: words.merged(plainName(callName(survivor))),
      seconds: 8,
      action: {
        label: controlWords.undo,
        onPress: () => void undoMerge(survivor._id, merged._id).then(() => navigate(home)),
      },
    });
  }

  return (
    <form className={styles.form} onSubmit={(event) => void merge(event)} aria-busy={isSending}>
      <p className={styles.about}>{words.about}</p>
      <div className={styles.heads} aria-hidden="true">
        <span />
        <span>{words.first}</span>
        <span>{words.second}</span>
      </div>
      {mergedFields.map((field) => (
        <FieldRow
          key={field}
          field={field}
          values={[textOf(lead, field), textOf(other, field)]}
          chosen={keep[field]}
          onChoose={(side) => setKeep({ ...keep, [field]: side })}
        />
      ))}
      <FactRows lead={one} other={two} />
      <RefusalLine sentence={refusal} />
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={isSending}>
          {isSending ? words.merging : words.merge}
        </Button>
        <Button variant="outline" aria-disabled={isBusy} onClick={() => void tell()}>
          {words.notSame}
        </Button>
      </div>
    </form>
  );
}

/**
 * Returns the side whose value the server keeps by default: the newer lead's, or the only one that
 * has a value.
 */
function usualChoice(lead: Lead, other: Lead): MergeRequest["keep"] {
  const newer: Side = lead.timeReceived >= other.timeReceived ? "this" : "other";
  const choices = mergedFields.map((field): [MergedField, Side] => {
    if (!textOf(lead, field)) return [field, "other"];
    return [field, textOf(other, field) ? newer : "this"];
  });
  return Object.fromEntries(choices);
}

function textOf(lead: Lead, field: MergedField): string {
  if (field === "name") return nameOf(lead);
  if (field === "language") return lead.language ? languageNames[lead.language] : "";
  return field === "phone" ? phoneText(lead.phone) : lead[field];
}

type RowProps = {
  field: MergedField;
  values: [string, string];
  chosen: Side;
  onChoose: (side: Side) => void;
};

function FieldRow({ field, values, chosen, onChoose }: RowProps) {
  const label =
    field in words.fields ? words.fields[field as "name"] : leadFieldLabels[field as "interest"];
  const [mine, theirs] = values;
  if (!mine && !theirs) return null;
  if (mine === theirs) {
    return (
      <div className={styles.row}>
        <span className={styles.label}>{label}</span>
        <span className={styles.both}>
          <Name>{mine}</Name>
        </span>
      </div>
    );
  }
  return (
    <fieldset className={styles.row}>
      <legend className={styles.label}>{label}</legend>
      {(["this", "other"] as const).map((side, index) => (
        <label key={side} className={styles.choice}>
          <input
            type="radio"
            name={field}
            value={side}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <span>{values[index] ? <Name>{values[index]}</Name> : <i>{words.none}</i>}</span>
        </label>
      ))}
    </fieldset>
  );
}
