import restoreFormDrafts from "#app/page-scripts/restore-form-drafts.ts?script";
import { InlineScript } from "./inline-script.tsx";

/** Put it at the end of a form with a `draftKey`: what was typed before a reload is there before React is. */
export function RestoreFormDrafts({ isApart }: { isApart?: boolean }) {
  return <InlineScript code={restoreFormDrafts} isApart={isApart} />;
}
