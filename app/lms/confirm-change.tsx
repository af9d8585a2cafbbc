// Who comes: a practice that moves to another address, from the mail to the old or to the new one. One
// button: programs that look at the links in a mail before a person does must confirm nothing.
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { type AnswerOf, askApi, type Outcome } from "#app/ui/ask-api.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { NeedsScript } from "#app/ui/needs-script.tsx";
import { deskWords } from "#content/desk.ts";
import { site } from "#content/site.ts";
import { useLinkToken } from "./account/link-token.ts";
import styles from "./confirm-change.module.css";

export const meta = () => [
  { title: `Confirm · ${deskWords.title}` },
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
    <AccountPage title="Confirm your address" foot={<Link to="/lms">Back to Log in</Link>}>
      <NeedsScript
        instead={
          <p>
            This needs JavaScript. Without it, call{" "}
            <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
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
          {token === null && <p>Please open the link in the mail that we sent you.</p>}
          {outcome?.isDone ? (
            <ButtonLink to="/lms">Log in</ButtonLink>
          ) : (
            token !== null && (
              <>
                {!outcome && <p>Press the button, and we know that this address is yours.</p>}
                <Button aria-disabled={isAsking} onClick={() => void confirm()}>
                  {isAsking ? "Confirming …" : "Confirm"}
                </Button>
              </>
            )
          )}
        </div>
      </NeedsScript>
    </AccountPage>
  );
}
