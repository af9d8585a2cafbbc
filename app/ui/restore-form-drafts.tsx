import restoreFormDrafts from "#app/page-scripts/restore-form-drafts.ts?script";
import { InlineScript } from "./inline-script.tsx";

/** Restores a form's draft before hydration. It must be at the end of a form with a `draftKey`. */
export function RestoreFormDrafts({ isApart }: { isApart?: boolean }) {
  return <InlineScript code={restoreFormDrafts} isApart={isApart} />;
}
