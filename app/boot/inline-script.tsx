import { useRouteLoaderData } from "react-router";

/**
 * Runs where it stands while the page is read, before React; made by React later (on a move within
 * the site) it does not run. The page's policy knows it by hash, or by the nonce of this answer.
 */
export function InlineScript({ code }: { code: string }) {
  const root = useRouteLoaderData<{ nonce: string }>("root");
  return (
    <script
      data-now=""
      nonce={root?.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, made at build time
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
