// Shown after every login until the owner has a second factor. It can't be hidden, because this
// account has access to every practice.
import { ButtonLink } from "#app/ui/button.tsx";
import { accountWords } from "#content/console/account.ts";
import styles from "./two-step-reminder.module.css";

export function TwoStepReminder() {
  const { title, why, button } = accountWords.reminder;
  return (
    <section className={styles.card} aria-labelledby="two-step-reminder">
      <div>
        <h2 id="two-step-reminder">{title}</h2>
        <p>{why}</p>
      </div>
      <ButtonLink to="/admin/account#two-step-login">{button}</ButtonLink>
    </section>
  );
}
