// Starts a live demo, for a practice's owner or office manager from the marketing site, or a
// recruiter from the portfolio. It opens without another click, and nothing that the visitor does
// in it reaches anyone. It must handle too many demos, a rejected request, and an expired demo.
import { useCallback, useEffect, useRef, useState } from "react";
import { demoStartWords as words } from "#content/demo.ts";
import { unreachableMessage } from "#content/messages.ts";
import { site } from "#content/site.ts";
import { demoPath } from "#contract/demos.ts";
import type { Route } from "./+types/demo.ts";
import { api, demoApi } from "./api.ts";
import styles from "./demo.module.css";
import { AccountPage } from "./ui/account-page.tsx";
import { askApi } from "./ui/ask-api.ts";
import { Button, ButtonAnchor } from "./ui/button.tsx";
import { CaptchaLine, useCaptcha } from "./ui/captcha.tsx";
import { NeedsScript } from "./ui/needs-script.tsx";

export const meta = () => [{ title: words.title }, { name: "robots", content: "noindex" }];

/** The demo's start page. */
const desk = `${demoPath}/lms/dashboard`;

type State = "checking" | "making" | "ended" | { problem: string };

export function loader({ request }: Route.LoaderArgs) {
  return {
    isEnded: new URL(request.url).searchParams.has("ended"),
    /**
     * Whether this browser has ever started a demo. Only the API knows whether that demo is still
     * open.
     */
    hadDemo: /(^|;\s*)demoToken=/.test(request.headers.get("Cookie") ?? ""),
  };
}

export default function StartDemo({ loaderData }: Route.ComponentProps) {
  const { isEnded: isOver, hadDemo } = loaderData;
  const [state, setState] = useState<State>(isOver ? "ended" : "checking");
  const captcha = useCaptcha(true);
  const isStarted = useRef(isOver);
  const { solution, renew } = captcha;

  const start = useCallback(async () => {
    setState("checking");
    // Replaces the history entry, because otherwise Back would start another demo.
    const open = () => location.replace(desk);
    const running = hadDemo ? askApi(() => demoApi.demos.current.$get()) : null;
    const solved = solution().catch(() => null);
    if ((await running)?.isDone) return open();
    const found = await solved;
    if (found === null) return setState({ problem: unreachableMessage });
    setState("making");
    const outcome = await askApi(() => api.demos.$post({ json: { captcha: found } }));
    if (outcome.isDone) return open();
    setState({ problem: outcome.refusal.message });
  }, [solution, hadDemo]);

  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void start();
  }, [start]);

  const again = () => {
    renew();
    void start();
  };
  const isEnded = state === "ended";
  return (
    <AccountPage title={isEnded ? words.ended.title : words.title}>
      <NeedsScript
        instead={
          <p>
            {words.needsScript} <a href={`tel:${site.phoneLink}`}>{site.phone}</a>.
          </p>
        }
      >
        <div
          className={styles.state}
          role="status"
          data-busy={typeof state === "string" && !isEnded}
        >
          {isEnded && <p>{words.ended.says}</p>}
          {typeof state === "object" && (
            <p className={styles.problem}>
              <strong>{words.failed}</strong> {state.problem}
            </p>
          )}
          {(state === "checking" || state === "making") && <p>{words.steps[state]}</p>}
        </div>
        <div hidden={captcha.state !== "asking"}>
          <CaptchaLine captcha={captcha} id="captcha" />
        </div>
        {!isEnded && (
          <ul className={styles.about}>
            {words.about.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <div className={styles.actions}>
          {typeof state === "object" && <Button onClick={again}>{words.tryAgain}</Button>}
          {isEnded && <ButtonAnchor href="/marketing/get-started">{words.ended.next}</ButtonAnchor>}
          {isEnded && (
            <Button variant="outline" onClick={() => void start()}>
              {words.ended.again}
            </Button>
          )}
          <ButtonAnchor variant="quiet" href="/marketing">
            {words.back}
          </ButtonAnchor>
        </div>
      </NeedsScript>
    </AccountPage>
  );
}
