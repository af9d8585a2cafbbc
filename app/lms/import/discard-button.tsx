import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { importWords as words } from "#content/desk/import.ts";
import type { LeadImport } from "#contract/imports.ts";
import { useStep } from "./send.ts";

/** Discards the file; once the import runs, cancels it. */
export function DiscardButton({ one, isOff }: { one: LeadImport; isOff: boolean }) {
  const param = { id: one._id };
  const { send, isSending, refusal } = useStep(() =>
    api.leads.imports[":id"].cancellations.$post({ param }),
  );
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
