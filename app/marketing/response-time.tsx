// How soon the agency calls back, while an owner publishes it. The server fills the sentence into the
// prepared pages, or leaves the part out; the document says it again, for the browser.
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
