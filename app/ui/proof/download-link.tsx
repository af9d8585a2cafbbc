import { type MouseEvent, type ReactNode, useState } from "react";
import { useHref } from "react-router";
import { type AccountKind, ownAccount } from "#app/ui/account/own-account.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { download } from "#app/ui/save-file.ts";
import { showToast } from "#app/ui/toast.tsx";
import { proofWords as words } from "#content/proof.ts";
import { demoPath } from "#contract/demos.ts";

type DownloadLinkProps = { kind: AccountKind; url: string; children: ReactNode };

/**
 * A link to a file in the API that needs a recent proof of who the person is. Once there is a
 * proof, the browser itself downloads the file. On a demo's pages, the file comes from the demo's
 * API.
 */
export function DownloadLink({ kind, url, children }: DownloadLinkProps) {
  const isDemo = useHref("/").startsWith(demoPath);
  const href = isDemo ? demoPath + url : url;
  const [isAsking, setIsAsking] = useState(false);

  async function prove(event: MouseEvent) {
    event.preventDefault();
    if (isAsking) return;
    setIsAsking(true);
    const outcome = await askApi(() => ownAccount(kind).proofs.$get());
    setIsAsking(false);
    if (outcome.isDone) download(href);
    // No message is shown if the person closed the dialog.
    else if (outcome.refusal.code !== "proof_required") {
      const { message } = outcome.refusal;
      showToast({ title: words.notDownloaded, message, seconds: 5, urgency: "alert" });
    }
  }

  return (
    <ButtonAnchor
      variant="outline"
      isSmall
      href={href}
      download
      aria-disabled={isAsking}
      onClick={(event) => void prove(event)}
    >
      {isAsking ? words.preparing : children}
    </ButtonAnchor>
  );
}
