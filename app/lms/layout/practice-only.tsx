import { deskUrl } from "#app/lms/shell/desk-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ShellHead } from "#app/ui/shell.tsx";
import { shellWords } from "#content/desk/shell.ts";

/** Shown in place of a screen that isn't available to an owner in view-as mode. */
export function PracticeOnly({ viewAs }: { viewAs: string }) {
  const dashboard = (
    <ButtonLink to={deskUrl("/lms/dashboard", viewAs)} variant="outline">
      {shellWords.toDashboard}
    </ButtonLink>
  );
  return (
    <>
      <ShellHead title={shellWords.practiceOnly} />
      <main>
        <Empty title={shellWords.notHere} action={dashboard}>
          {shellWords.viewScope}
        </Empty>
      </main>
    </>
  );
}
