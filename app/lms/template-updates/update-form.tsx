// One set's update: what changes in each template, and which of them to take.
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { templateUpdateWords as words } from "#content/desk/template-updates.ts";
import type { TemplateOffer, TemplateUpdate } from "#contract/template-sets.ts";
import { Changes } from "./changes.tsx";
import styles from "./update-form.module.css";

type UpdateProps = { update: TemplateUpdate; asOf: string };

export function UpdateForm({ update: { set, version, notes, offers }, asOf }: UpdateProps) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const toTake = offers.filter(({ change }) => change !== "removed");
  const removed = offers.filter(({ change }) => change === "removed");
  const [chosen, setChosen] = useState(() => toTake.filter(isHarmless).map(({ _id }) => _id));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const heading = `set-${set._id}`;

  async function take(templates: string[]) {
    if (isSending) return;
    setIsSending(true);
    setRefusal(null);
    const json = { version, templates, asOf };
    const outcome = await askApi(() =>
      api.templates.updates[":id"].$post({ param: { id: set._id }, json }),
    );
    setIsSending(false);
    if (!outcome.isDone) {
      setRefusal(outcome.refusal.message);
      return revalidate();
    }
    showToast({ title: controlWords.done, message: outcome.answer.message });
    // Remaining updates are listed there.
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
          {isSending ? words.taking : words.take(chosen.length)}
        </Button>
        <Button variant="quiet" aria-disabled={isSending} onClick={() => void take([])}>
          {words.notNow}
        </Button>
        {chosen.length < toTake.length && <p>{words.rest}</p>}
      </div>
    </section>
  );
}

type OfferProps = { offer: TemplateOffer; isChosen: boolean; onToggle: () => void };

function Offer({ offer, isChosen, onToggle }: OfferProps) {
  const { change, kind, title, from, to, isEdited, isTitleTaken, isActive } = offer;
  return (
    <li className={styles.offer}>
      <label className={styles.head}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <span className={styles.title}>
          {change === "new" ? words.add(title) : words.choose(title)}
        </span>
        <span className={styles.kind}>{words.kinds[kind]}</span>
      </label>
      {isEdited && <p className={styles.caution}>{words.isEdited}</p>}
      {isTitleTaken && <p className={styles.caution}>{words.isTitleTaken}</p>}
      {isActive && <p className={styles.caution}>{words.staysOn}</p>}
      {change === "new" && kind === "auto" && <p className={styles.caution}>{words.arrivesOff}</p>}
      {to && <Changes kind={kind} from={from} to={to} />}
    </li>
  );
}

/** Selected by default: no edited words are replaced, and no other template has its title. */
function isHarmless({ isEdited, isTitleTaken }: TemplateOffer): boolean {
  return !isEdited && !isTitleTaken;
}

function toggled(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}
