// The HTML document of every page.
import "./tokens.css";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url";
import hankenGrotesk from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import { type ReactNode, useContext, useEffect } from "react";
import { Meta, Outlet, Scripts, ScrollRestoration, type UIMatch, useMatches } from "react-router";
import type { Language } from "#contract/languages.ts";
import type { Route } from "./+types/root.ts";
import { DeferredScripts, DocumentContext, StyleSheets } from "./document.tsx";
import afterFirstPaint from "./page-scripts/after-first-paint.ts?script";
import beforePaint from "./page-scripts/before-paint.ts?script";
import hydrateAfterFirstFrame from "./page-scripts/hydrate-after-first-frame.ts?script";
import hydrateOnInteraction from "./page-scripts/hydrate-on-interaction.ts?script";
import recordVisit from "./page-scripts/record-visit.ts?script";
import replayInput from "./page-scripts/replay-input.ts?script";
import { ErrorPage, errorTitle } from "./ui/error-page.tsx";
import { InlineScript } from "./ui/inline-script.tsx";
import { Toasts } from "./ui/toast.tsx";

/** What a route can set with `export const handle`. */
export type PageHandle = {
  /** Whether the page is public. A public page hydrates on the first interaction. */
  isPublic?: boolean;
  /**
   * Whether the page is complete without JavaScript. Such a page hydrates after its first paint.
   */
  isDrawnFirst?: boolean;
  /** Whether the page has the portfolio's icon, because it is about a person and not the agency. */
  isPersonal?: boolean;
  /**
   * The page's language, which is English by default. A page for one person can set its language in
   * its data instead.
   */
  language?: Language;
};

/** Every page uses both fonts above the fold. */
export const links: Route.LinksFunction = () => [
  ...[hankenGrotesk, fraunces].map((href) => ({
    rel: "preload",
    as: "font",
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
];

/** The title of error pages. Each page sets its own title. */
export const meta: Route.MetaFunction = ({ error }) =>
  error === undefined ? [] : [{ title: errorTitle(error) }];

export function Layout({ children }: { children: ReactNode }) {
  const { theme, hasDemo, responseTime } = useContext(DocumentContext);
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as PageHandle | undefined);
  const isPublic = handles.some((handle) => handle?.isPublic);
  const isPersonal = handles.some((handle) => handle?.isPersonal);
  const isDrawnFirst = handles.some((handle) => handle?.isDrawnFirst);
  const language = languageOf(matches);
  useEffect(() => {
    dispatchEvent(new Event("hydrated"));
  }, []);
  return (
    <html
      lang={language}
      data-theme={theme}
      data-demo={hasDemo === false ? "off" : undefined}
      data-response-time={responseTime ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <InlineScript code={beforePaint} />
        <Meta />
        <link
          rel="icon"
          href={isPersonal ? "/portfolio-icon.svg" : "/favicon.svg"}
          type="image/svg+xml"
        />
        <link
          rel="apple-touch-icon"
          href={isPersonal ? "/portfolio-touch-icon.png" : "/apple-touch-icon.png"}
        />
        <StyleSheets />
      </head>
      <body>
        {children}
        {isPublic && <InlineScript code={hydrateOnInteraction} />}
        {isPublic && <InlineScript code={afterFirstPaint} isApart />}
        {isPublic && <InlineScript code={recordVisit} isApart />}
        {/* A separate script, because the page must not jump on the first input. It runs after
            parsing, because it reads storage, which may be slow. */}
        <ScrollRestoration data-now="" data-apart="" />
        {/* Listens for input before the scripts can hydrate the page. */}
        {!isPublic && <InlineScript code={replayInput} />}
        {isDrawnFirst ? <DeferredScripts /> : <Scripts />}
        {isDrawnFirst && <InlineScript code={hydrateAfterFirstFrame} />}
      </body>
    </html>
  );
}

/** Returns the page's language: that of its site, or of the person whom the page is for. */
function languageOf(matches: UIMatch[]): Language {
  const said = matches.map(({ handle, loaderData }) => ({
    ...Object(loaderData),
    ...Object(handle),
  }));
  return said.findLast(({ language }) => language)?.language ?? "en";
}

export default function App() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
