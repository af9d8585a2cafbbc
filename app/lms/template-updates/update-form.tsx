// The form that applies an update of one template set. It shows what changes in each template and
// lets the manager choose which changes to apply.
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { templateUpdateWords as words } from "#content/desk/template-updates.ts";
import { english } from "#content/words.ts";
import {
  setSettingNames,
  type TemplateOffer,
  type TemplateUpdate,
} from "#contract/template-sets.ts";
import { ChangedRows, Changes } from "./changes.tsx";
import { rowsOfAttempts, rowsOfSources, rowsOfWeek } from "./setting-rows.ts";
import styles from "./update-form.module.css";

type UpdateProps = { update: TemplateUpdate; asOf: string };

export function UpdateForm({ update, asOf }: UpdateProps) {
  const { set, version, notes, offers, settings } = update;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const toTake = offers.filter(({ change }) => change !== "removed");
  const removed = offers.filter(({ change }) => change === "removed");
  const names = setSettingNames.filter((name) => settings[name]);
  // The ids of the selected templates and the names of the selected settings.
  const [chosen, setChosen] = useState<string[]>(() => [
    ...toTake.filter(isHarmless).map(({ _id }) => _id),
    ...names.filter((name) => !settings[name]?.isEdited),
  ]);
  const hasSettings = names.some((name) => chosen.includes(name));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const heading = `set-${set._id}`;

  async function take(ids: string[]) {
    if (isSending) return;
    setIsSending(true);
    setRefusal(null);
    const json = {
      ...{ version, asOf },
      templates: toTake.map(({ _id }) => _id).filter((_id) => ids.includes(_id)),
      settings: names.filter((name) => ids.includes(name)),
    };
    const outcome = await askApi(
      () => api.templates.updates[":id"].$post({ param: { id: set._id }, json }),
      english,
    );
    setIsSending(false);
    if (!outcome.isDone) {
      setRefusal(outcome.refusal.message);
      return revalidate();
    }
    showToast({ title: controlWords.done, message: outcome.answer.message });
    // The templates page lists the updates that remain.
    await navigate("/lms/template");
  }

  return (
    <section className={styles.update} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{set.name}</h2>
        {notes.length > 0 && (
          <div className={styles.notes}>
            <p>{words.whatsNew}</p>
            <ul>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </div>
        )}
      </header>
      <ul>
        {toTake.map((offer) => (
          <Offer
            key={offer._id}
            offer={offer}
            isChosen={chosen.includes(offer._id)}
            onToggle={() => setChosen((before) => toggled(before, offer._id))}
          />
        ))}
        {names.map((name) => (
          <li key={name} className={styles.offer}>
            <Choice
              title={
                name === "sources"
                  ? words.add(words.settings.sources)
                  : words.choose(words.settings[name])
              }
              kind={words.setting}
              isChosen={chosen.includes(name)}
              onToggle={() => setChosen((before) => toggled(before, name))}
            />
            {settings[name]?.isEdited && <p className={styles.caution}>{words.isOwnSetting}</p>}
            {name === "week" && <p className={styles.caution}>{words.hoursFor}</p>}
            {name === "week" && settings.week && <ChangedRows rows={rowsOfWeek(settings.week)} />}
            {name === "attemptGaps" && settings.attemptGaps && (
              <ChangedRows rows={rowsOfAttempts(settings.attemptGaps)} />
            )}
            {name === "sources" && settings.sources && (
              <>
                <p className={styles.caution}>{words.sourcesFor}</p>
                <ChangedRows rows={rowsOfSources(settings.sources)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {removed.length > 0 && (
        <p className={styles.removed}>
          <strong>{words.removedTitle}</strong> {words.removed(removed.map(({ title }) => title))}
        </p>
      )}
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <div className={styles.answers}>
        <Button
          disabled={chosen.length === 0}
          aria-disabled={isSending}
          onClick={() => void take(chosen)}
        >
          {isSending ? words.taking : words.take(chosen.length, hasSettings)}
        </Button>
        <Button variant="quiet" aria-disabled={isSending} onClick={() => void take([])}>
          {words.notNow}
        </Button>
        {chosen.length < toTake.length + names.length && <p>{words.rest}</p>}
      </div>
    </section>
  );
}

type OfferProps = { offer: TemplateOffer; isChosen: boolean; onToggle: () => void };

function Offer({ offer, isChosen, onToggle }: OfferProps) {
  const { change, kind, title, from, to, isEdited, isTitleTaken, isActive } = offer;
  return (
    <li className={styles.offer}>
      <Choice
        title={change === "new" ? words.add(title) : words.choose(title)}
        kind={words.kinds[kind]}
        isChosen={isChosen}
        onToggle={onToggle}
      />
      {isEdited && <p className={styles.caution}>{words.isEdited}</p>}
      {isTitleTaken && <p className={styles.caution}>{words.isTitleTaken}</p>}
      {isActive && <p className={styles.caution}>{words.staysOn}</p>}
      {change === "new" && kind === "auto" && <p className={styles.caution}>{words.arrivesOff}</p>}
      {to && <Changes kind={kind} from={from} to={to} />}
    </li>
  );
}

type ChoiceProps = { title: string; kind: string; isChosen: boolean; onToggle: () => void };

function Choice({ title, kind, isChosen, onToggle }: ChoiceProps) {
  return (
    <label className={styles.head}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span className={styles.title}>{title}</span>
      <span className={styles.kind}>{kind}</span>
    </label>
  );
}

/**
 * Returns whether a change is selected by default: it doesn't replace edited text, and no other
 * template has its title.
 */
function isHarmless({ isEdited, isTitleTaken }: TemplateOffer): boolean {
  return !isEdited && !isTitleTaken;
}

function toggled(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}
