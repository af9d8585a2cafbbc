// Warns about failed emails to leads on the screen that is open all day. Fetched after the leads,
// and again when something changes.

import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { IconMailExclamation } from "#app/ui/icons.tsx";
import { mailAlarmWords } from "#content/desk/dashboard.ts";
import type { MailAlarm as Troubles } from "#contract/mail.ts";
import styles from "./mail-alarm.module.css";

/** `version` changes with each desk event. */
export function MailAlarm({ version }: { version: unknown }) {
  const [troubles, setTroubles] = useState<Troubles | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each desk event refetches
  useEffect(() => {
    void askApi(() => api.mail.alarm.$get()).then((outcome) => {
      if (outcome.isDone) setTroubles(outcome.answer);
    });
  }, [version]);
  const sentences = troubles ? sentencesOf(troubles) : [];
  return (
    <div role="status">
      {sentences.length > 0 && (
        <p className={styles.alarm}>
          <IconMailExclamation size={20} stroke={1.75} aria-hidden />
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
