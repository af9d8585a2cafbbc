// The notice above the templates that updates are available, or less prominently that updates were
// postponed.
import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { templateUpdateWords as words } from "#content/desk/template-updates.ts";
import { setSettingNames, type TemplateUpdate } from "#contract/template-sets.ts";
import styles from "./update-notice.module.css";

const page = "/lms/template-updates";

export function UpdateNotice({ updates }: { updates: TemplateUpdate[] }) {
  const newOnes = updates.filter(({ isPutOff }) => !isPutOff);
  const available = countIn(newOnes);
  const putOff = countIn(updates);
  if (available > 0) {
    return (
      <div className={styles.notice}>
        <p>
          {words.available(
            available,
            newOnes.some(({ settings }) => countOf(settings) > 0),
          )}
        </p>
        <ButtonLink to={page} variant="outline" isSmall>
          {words.see}
        </ButtonLink>
      </div>
    );
  }
  if (putOff === 0) return null;
  return (
    <p className={styles.putOff}>
      <Link to={page}>{words.putOff(putOff)}</Link>
    </p>
  );
}

function countIn(updates: TemplateUpdate[]): number {
  const counts = updates.map(
    ({ offers, settings }) =>
      offers.filter(({ change }) => change !== "removed").length + countOf(settings),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function countOf(settings: TemplateUpdate["settings"]): number {
  return setSettingNames.filter((name) => settings[name]).length;
}
