// The document that every page is written into.
import "./tokens.css";
import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import type { Route } from "./+types/root.ts";
import { nonceContext } from "./api.ts";
import beforePaint from "./boot/before-paint.ts?script";
import firstTouch from "./boot/first-touch.ts?script";
import { ErrorPage } from "./ui/error-page.tsx";

/** What a route says of itself in `export const handle`. */
export type PageHandle = {
  /** A public page: its scripts wait for the first touch. */
  isPublic?: boolean;
};

export function loader({ context }: Route.LoaderArgs) {
  return { nonce: context.get(nonceContext) };
}

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const root = matches[0]?.loaderData as { nonce?: string } | undefined;
  const isPublic = matches.some((match) => (match.handle as PageHandle | undefined)?.isPublic);
  useEffect(() => {
    dispatchEvent(new Event("hydrated"));
  }, []);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <InlineScript code={beforePaint} nonce={root?.nonce} />
        <Links />
      </head>
      <body>
        {children}
        {isPublic && <InlineScript code={firstTouch} nonce={root?.nonce} />}
        <ScrollRestoration nonce={root?.nonce} />
        <Scripts nonce={root?.nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}

/** Runs while the page is read, before React; the policy knows it by hash or nonce. */
function InlineScript({ code, nonce }: { code: string; nonce: string | undefined }) {
  return (
    <script
      data-now=""
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, made at build time
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
