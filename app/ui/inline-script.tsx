import { useContext } from "react";
import { DocumentContext } from "#app/document.tsx";

/**
 * An inline script that runs while the page is parsed. It doesn't run when React renders it after
 * navigation. The content security policy allows it by hash or nonce. With `isApart`, a prerendered
 * page loads it as a file after the first paint (see server/pages/at-build/deferred-scripts.ts).
 */
export function InlineScript({ code, isApart }: { code: string; isApart?: boolean }) {
  const { nonce } = useContext(DocumentContext);
  return (
    <script
      data-now=""
      data-apart={isApart ? "" : undefined}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, bundled at build time
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
