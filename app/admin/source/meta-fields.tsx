// The fields for a Meta page and its lead form, which can be picked from what the token can read,
// or typed.
import { useRef, useState } from "react";
import styles from "#app/admin/source.module.css";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { sourceWords as words } from "#content/console/sources.ts";
import type { MetaPages } from "#contract/sources.ts";

export function MetaFields() {
  const { found, problem, isLooking, lookUp, forget } = useLookup();
  return (
    <>
      <TextField
        name="pageToken"
        label={words.pageToken}
        help={words.pageTokenHelp}
        autoComplete="off"
        type="password"
      />
      <p className={styles.actions}>
        <Button
          variant="outline"
          isSmall
          aria-disabled={isLooking}
          onClick={({ currentTarget }) => void lookUp(currentTarget.form)}
        >
          {isLooking ? words.lookingUp : words.lookUp}
        </Button>
        {found && (
          <Button variant="quiet" isSmall onClick={forget}>
            {words.typeIds}
          </Button>
        )}
      </p>
      <p className={styles.note} role="status">
        {problem ?? (found?.forms?.length === 0 ? words.noForms : words.lookUpHelp)}
      </p>
      {found ? (
        <>
          <SelectField
            key={found.pages.map(({ _id }) => _id).join()}
            name="page"
            label={words.chosenPage}
            isRequired
            defaultValue={found.pages.length === 1 ? found.pages[0]?._id : ""}
            options={found.pages.map(toOption)}
            onChange={({ target }) => void lookUp(target.form, target.value)}
          />
          <SelectField
            key={found.forms?.map(({ _id }) => _id).join()}
            name="form"
            label={words.chosenForm}
            isRequired
            options={(found.forms ?? []).map(toOption)}
          />
        </>
      ) : (
        <>
          <TextField name="page" label={words.metaPage} isRequired inputMode="numeric" />
          <TextField name="form" label={words.metaForm} isRequired inputMode="numeric" />
        </>
      )}
      <p className={styles.note}>{words.backfillHelp}</p>
    </>
  );
}

function useLookup() {
  const [found, setFound] = useState<MetaPages | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLooking, setIsLooking] = useState(false);
  // Counts requests, so that the response for a page that is no longer selected is ignored.
  const newest = useRef(0);

  async function lookUp(form: HTMLFormElement | null, page?: string) {
    const typed = new FormData(form ?? undefined).get("pageToken");
    const pageToken = typeof typed === "string" ? typed.trim() : "";
    if (!pageToken) return setProblem(words.needsToken);
    newest.current += 1;
    const own = newest.current;
    setIsLooking(true);
    const json = { pageToken, ...(page && { page }) };
    const outcome = await askApi(() => api.admin["meta-pages"].$post({ json }));
    if (own !== newest.current) return;
    setIsLooking(false);
    setProblem(outcome.isDone ? null : outcome.refusal.message);
    if (outcome.isDone) setFound(outcome.answer);
  }

  function forget() {
    newest.current += 1;
    setIsLooking(false);
    setProblem(null);
    setFound(null);
  }
  return { found, problem, isLooking, lookUp, forget };
}

function toOption({ _id, name }: { _id: string; name: string }) {
  return { value: _id, name };
}
