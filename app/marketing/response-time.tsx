// How fast the agency calls back, if an owner publishes that. The server inserts the sentence into
// the prerendered pages, or removes the part for it. The document has the sentence too, for
// hydration.
import { useContext } from "react";
import { DocumentContext } from "#app/document.tsx";
import { placeholders } from "#contract/placeholders.ts";

export function ResponseTime({ className }: { className?: string }) {
  const sentence = useSentence();
  if (!sentence) return null;
  return (
    <p className={className} data-response-time="">
      {sentence}
    </p>
  );
}

function useSentence(): string | null | undefined {
  const { responseTime = placeholders.responseTime } = useContext(DocumentContext);
  if (typeof document === "undefined") return responseTime;
  return document.documentElement.dataset.responseTime;
}
