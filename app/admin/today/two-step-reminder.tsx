// Shown after every login until the person has a second factor. It can't be dismissed, because an
// owner's account can access every practice.
import { useIsOwner } from "#app/admin/layout/role.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { accountWords } from "#content/console/account.ts";
import styles from "./two-step-reminder.module.css";

export function TwoStepReminder() {
  const { title, why, whyHelper, button } = accountWords.reminder;
  const isOwner = useIsOwner();
  return (
    <section className={styles.card} aria-labelledby="two-step-reminder">
      <div>
        <h2 id="two-step-reminder">{title}</h2>
        <p>{isOwner ? why : whyHelper}</p>
      </div>
      <ButtonLink to="/admin/account#two-step-login">{button}</ButtonLink>
    </section>
  );
}
