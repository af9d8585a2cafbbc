// Confirms a new login email address, from the link that was sent to the old or the new address.
// The user must click a button, because email scanners open links before people do.
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { useLinkToken } from "#app/ui/account/link-token.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { type AnswerOf, askApi, type Outcome } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { shellWords } from "#content/desk/shell.ts";
import { confirmWords, doorWords } from "#content/desk/sign-in.ts";
import { site } from "#content/site.ts";
import styles from "./confirm-change.module.css";

export const meta = () => [
  { title: shellWords.tab(confirmWords.tab) },
  { name: "robots", content: "noindex" },
];

type Answer = AnswerOf<Awaited<ReturnType<typeof api.credentials.confirmations.$post>>>;

export default function ConfirmChange() {
  const token = useLinkToken();
  const [isAsking, setIsAsking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<Answer> | null>(null);

  async function confirm() {
    if (!token || isAsking) return;
    setIsAsking(true);
    setOutcome(await askApi(() => api.credentials.confirmations.$post({ json: { token } })));
    setIsAsking(false);
  }

  return (
    <AccountPage title={confirmWords.title} foot={<Link to="/lms">{doorWords.back}</Link>}>
      <NeedsScript
        instead={
          <p>
            {confirmWords.needsScript} <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
          </p>
        }
      >
        <div className={styles.box}>
          <div role="status">{outcome?.isDone && <p>{outcome.answer.message}</p>}</div>
          <div role="alert">
            {outcome && !outcome.isDone && (
              <p className={styles.refusal}>
                {outcome.refusal.errors.token ?? outcome.refusal.message}
              </p>
            )}
          </div>
          {token === null && <p>{confirmWords.openLink}</p>}
          {outcome?.isDone ? (
            <ButtonLink to="/lms">{doorWords.logIn}</ButtonLink>
          ) : (
            token !== null && (
              <>
                {!outcome && <p>{confirmWords.press}</p>}
                <Button aria-disabled={isAsking} onClick={() => void confirm()}>
                  {isAsking ? confirmWords.confirming : confirmWords.confirm}
                </Button>
              </>
            )
          )}
        </div>
      </NeedsScript>
    </AccountPage>
  );
}
