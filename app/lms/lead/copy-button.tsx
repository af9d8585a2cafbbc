import { useEffect, useState } from "react";
import { IconCopy } from "#app/lms/shell/desk-icons.ts";
import { IconCheck } from "#app/ui/icons.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { contactWords } from "#content/desk/lead.ts";
import styles from "./copy-button.module.css";

/**
 * Copies the text. `what` names it, for example "phone number". The button itself says that the
 * text was copied.
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      showToast({ title: contactWords.copied, message: text });
    } catch {
      // Someone denied access to the clipboard, or the page isn't served over HTTPS.
      showToast({ title: contactWords.copyFailed(what) });
    }
  }

  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={contactWords.copy(what)}
      onClick={() => void copy()}
    >
      <Icon aria-hidden />
    </button>
  );
}
