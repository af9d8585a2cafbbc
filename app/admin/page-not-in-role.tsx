import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { consoleWords, roleMessages } from "#content/console/frame.ts";

/** Shown to a helper inside the console's frame, in place of a page that is only for owners. */
export function PageNotInRole() {
  const today = (
    <ButtonLink to="/admin/today" variant="outline">
      {consoleWords.places.today}
    </ButtonLink>
  );
  return (
    <>
      <ShellHead title={consoleWords.title} />
      <main>
        <Empty action={today}>{roleMessages.pageNotInRole}</Empty>
      </main>
    </>
  );
}
