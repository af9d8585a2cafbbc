// Shown in place of a lead's page, or of a comparison of two leads, if the lead doesn't exist or no
// longer exists.
import { isRouteErrorResponse, useRouteError } from "react-router";
import { deskUrl, useDesk } from "#app/lms/shell/desk-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { leadWords } from "#content/desk/lead.ts";
import { shellWords } from "#content/desk/shell.ts";
import styles from "./lead-gone.module.css";

/**
 * Says that the lead was deleted or erased, perhaps on another device. The desk and its menu stay
 * on the screen.
 */
export function LeadGone() {
  const error = useRouteError();
  const home = deskUrl("/lms/dashboard", useDesk().viewAs);
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  const back = (
    <ButtonLink variant="outline" to={home}>
      {shellWords.places.dashboard}
    </ButtonLink>
  );
  return (
    <>
      <ShellHead title={leadWords.notFound} back={home} />
      <main className={styles.box}>
        <Empty action={back}>{leadWords.gone}</Empty>
      </main>
    </>
  );
}
