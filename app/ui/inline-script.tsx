import { useRouteLoaderData } from "react-router";

/**
 * Runs where it stands while the page is read, before React; made by React later (on a move within
 * the site) it does not run. The page's policy knows it by hash, or by the nonce of this answer.
 * `isApart`: nothing on the first screen needs it, so a prepared page names it as a file of its own
 * (see server/deferred-scripts.ts), which runs once the first screen is drawn.
 */
export function InlineScript({ code, isApart }: { code: string; isApart?: boolean }) {
  const root = useRouteLoaderData<{ nonce: string }>("root");
  return (
    <script
      data-now=""
      data-apart={isApart ? "" : undefined}
      nonce={root?.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, made at build time
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
