// Sends one step of an import and reloads the import's state.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";

export function useStep(call: () => Promise<ApiResponse>) {
  const { revalidate } = useRevalidator();
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async () => {
    if (isSending) return;
    setIsSending(true);
    const outcome = await askApi(call);
    setRefusal(outcome.isDone ? null : outcome.refusal.message);
    // Reloaded even after an error, because another tab may have continued the import.
    await revalidate();
    setIsSending(false);
  };
  return { send: () => void send(), isSending, refusal };
}
