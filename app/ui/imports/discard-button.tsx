import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { importWords as words } from "#content/desk/import.ts";
import type { LeadImport } from "#contract/imports.ts";
import { useImportPlace } from "./import-place.ts";
import { useStep } from "./send.ts";

/** Discards the file or, once the import is running, cancels it. */
export function DiscardButton({ one, isOff }: { one: LeadImport; isOff: boolean }) {
  const { cancel } = useImportPlace();
  const { send, isSending, refusal } = useStep(() => cancel(one._id));
  const label = one.state === "importing" ? words.progress.cancel : words.progress.discard;
  return (
    <>
      <Button variant="quiet" disabled={isOff} aria-disabled={isSending} onClick={send}>
        {label}
      </Button>
      <RefusalLine sentence={refusal} />
    </>
  );
}
