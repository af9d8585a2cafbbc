// Warns, on the screen that is open all day, about emails to leads that failed. It is loaded after
// the leads and reloaded with the figures. It is above the queue, so it appears only while no one
// uses the list.

import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { IconMailExclamation } from "#app/lms/shell/desk-icons.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { useWhenIdle } from "#app/ui/lists/stable-rows.ts";
import { mailAlarmWords } from "#content/desk/dashboard.ts";
import type { MailAlarm as Troubles } from "#contract/mail.ts";
import styles from "./mail-alarm.module.css";

type AlarmProps = {
  /** Changes with each load of the page. */
  version: unknown;
  /** The newest response that came with a reload of the figures. */
  reloaded: Troubles | null;
};

export function MailAlarm({ version, reloaded }: AlarmProps) {
  const [troubles, setTroubles] = useState<Troubles | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again after each load of the page
  useEffect(() => {
    let isLeft = false;
    void askApi(() => api.mail.alarm.$get()).then((outcome) => {
      if (outcome.isDone && !isLeft) setTroubles(outcome.answer);
    });
    return () => {
      isLeft = true;
    };
  }, [version]);
  useEffect(() => {
    if (reloaded) setTroubles(reloaded);
  }, [reloaded]);
  const sentence = useWhenIdle(troubles ? sentencesOf(troubles).join(" ") : "");
  return (
    <div role="status">
      {sentence !== "" && (
        <p className={styles.alarm}>
          <IconMailExclamation size={20} aria-hidden />
          <span>
            <strong>{sentence}</strong> <Link to="/lms/mail">{mailAlarmWords.show}</Link>
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
