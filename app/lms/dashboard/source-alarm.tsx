// Tells managers, on the screen that is open all day, that some form submissions didn't become
// leads. The agency gets an email about this, but the front desk must not believe that no one has
// inquired.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { IconPlugConnectedX } from "#app/ui/icons.tsx";
import { useWhenIdle } from "#app/ui/lists/stable-rows.ts";
import { sourceAlarmWords as words } from "#content/desk/dashboard.ts";
import styles from "./mail-alarm.module.css";

/** `version` changes with each load of the page. */
export function SourceAlarm({ version }: { version: unknown }) {
  const [unread, setUnread] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again after each load of the page
  useEffect(() => {
    let isLeft = false;
    void askApi(() => api.sources.alarm.$get()).then((outcome) => {
      if (outcome.isDone && !isLeft) setUnread(outcome.answer.unread);
    });
    return () => {
      isLeft = true;
    };
  }, [version]);
  const shown = useWhenIdle(unread);
  return (
    <div role="status">
      {shown > 0 && (
        <p className={styles.alarm}>
          <IconPlugConnectedX size={20} aria-hidden />
          <span>
            <strong>{words.unread(shown)}</strong> {words.told}{" "}
            <Link to="/lms/profile?page=sources">{words.show}</Link>
          </span>
        </p>
      )}
    </div>
  );
}
