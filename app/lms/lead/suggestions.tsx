// Suggests other leads that may be the same person, with the reason. The suggestion isn't
// prominent, because the call comes first.
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { callName, Name, plainName } from "#app/lms/shell/names.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { samePersonWords as words } from "#content/desk/same-person.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { Suggestion } from "#contract/merges.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./suggestions.module.css";

export function Suggestions({ detail }: { detail: LeadDetail }) {
  const { suggestions, lead } = detail;
  if (suggestions.length === 0) return null;
  return (
    <section className={styles.box} aria-labelledby="same-person-title">
      <h2 id="same-person-title">{words.title}</h2>
      <ul className={styles.list}>
        {suggestions.map((one) => (
          <OneSuggestion key={one._id} leadId={lead._id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function OneSuggestion({ leadId, one }: { leadId: string; one: Suggestion }) {
  const { viewAs } = useDesk();
  const { isBusy, tell } = useTellApart(leadId, one);
  const name = callName(one);
  const known = [phoneText(one.phone), one.email].filter((text) => text && text !== name);
  return (
    <li>
      <p>
        <Link to={deskUrl(`/lms/lead?id=${one._id}`, viewAs)}>
          <Name>{name}</Name>
        </Link>
        {known.length > 0 && <bdi className={styles.known}>{known.join(" · ")}</bdi>}
      </p>
      <p className={styles.reasons}>
        {one.reasons.map((reason) => words.reasons[reason]).join(". ")}.
      </p>
      {!viewAs && (
        <div className={styles.actions}>
          <ButtonLink
            variant="outline"
            isSmall
            to={`/lms/same-person?id=${leadId}&other=${one._id}`}
          >
            {words.review}
            <Hidden>{words.of(plainName(name))}</Hidden>
          </ButtonLink>
          <Button variant="quiet" isSmall aria-disabled={isBusy} onClick={() => void tell()}>
            {words.notSame}
            <Hidden>{words.of(plainName(name))}</Hidden>
          </Button>
        </div>
      )}
    </li>
  );
}

/**
 * Marks two leads as different people, with an undo. `then` runs once the server has saved the
 * mark.
 */
export function useTellApart(
  leadId: string,
  other: Pick<Suggestion, "_id" | "firstName" | "lastName" | "email" | "phone">,
  then?: () => void,
) {
  const { revalidate } = useRevalidator();
  const [isBusy, setIsBusy] = useState(false);
  const param = { id: leadId, otherId: other._id };
  const apart = api.leads[":id"]["different-people"][":otherId"];
  const name = plainName(callName(other));

  async function undo() {
    const outcome = await askApi(() => apart.$delete({ param }));
    if (outcome.isDone) showToast({ title: words.toldUndone(name) });
    else showError(outcome.refusal.message);
    await revalidate();
  }

  async function tell() {
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await askApi(() => apart.$put({ param }));
    setIsBusy(false);
    if (!outcome.isDone) return showError(outcome.refusal.message);
    if (then) then();
    else await revalidate();
    showToast({
      title: words.told(name),
      seconds: 8,
      action: { label: controlWords.undo, onPress: () => void undo() },
    });
  }

  return { isBusy, tell };
}

function showError(message: string) {
  showToast({ title: controlWords.error, message, urgency: "alert" });
}
