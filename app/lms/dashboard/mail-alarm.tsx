// Warns about failed emails to leads on the screen that is open all day. Fetched after the leads;
// after a change it comes with the figures.

import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { IconMailExclamation } from "#app/lms/shell/desk-icons.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { mailAlarmWords } from "#content/desk/dashboard.ts";
import type { MailAlarm as Troubles } from "#contract/mail.ts";
import styles from "./mail-alarm.module.css";

type AlarmProps = {
  /** Changes when the page is loaded again. */
  version: unknown;
  /** The last answer after a change. */
  reloaded: Troubles | null;
};

export function MailAlarm({ version, reloaded }: AlarmProps) {
  const [troubles, setTroubles] = useState<Troubles | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load of the page fetches it
  useEffect(() => {
    void askApi(() => api.mail.alarm.$get()).then((outcome) => {
      if (outcome.isDone) setTroubles(outcome.answer);
    });
  }, [version]);
  useEffect(() => {
    if (reloaded) setTroubles(reloaded);
  }, [reloaded]);
  const sentences = troubles ? sentencesOf(troubles) : [];
  return (
    <div role="status">
      {sentences.length > 0 && (
        <p className={styles.alarm}>
          <IconMailExclamation size={20} aria-hidden />
          <span>
            <strong>{sentences.join(" ")}</strong> <Link to="/lms/mail">{mailAlarmWords.show}</Link>
          </span>
        </p>
      )}
    </div>
  );
}

function sentencesOf({ failed, unknown, waiting }: Troubles): string[] {
  return [
    ...(failed > 0 ? [mailAlarmWords.failed(failed)] : []),
    ...(unknown > 0 ? [mailAlarmWords.unknown(unknown)] : []),
    ...(waiting > 0 ? [mailAlarmWords.waiting(waiting)] : []),
  ];
}
