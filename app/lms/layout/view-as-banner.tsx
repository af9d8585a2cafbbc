import { IconEye } from "#app/ui/writing-icons.ts";
import { shellWords } from "#content/desk/shell.ts";
import type { Client } from "#contract/accounts.ts";
import styles from "./view-as-banner.module.css";

/** Says that the owner is viewing as a practice. */
export function ViewAsBanner({ client }: { client: Client }) {
  return (
    <p className={styles.viewAs} role="status">
      <IconEye size={20} aria-hidden />
      <span>
        <strong>{shellWords.viewingAs(client.name)}</strong> {shellWords.viewScope}{" "}
        {shellWords.viewOnly}
      </span>
      <a href="/admin/today">{shellWords.backToConsole}</a>
    </p>
  );
}
