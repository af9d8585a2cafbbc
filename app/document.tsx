// Tags of the document that the server renders differently than React Router does in the browser.
// React hydrates them by their position and doesn't change their attributes.
import {
  Children,
  cloneElement,
  createContext,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";
import { createContext as createRouterContext, Links, Scripts } from "react-router";

/** What only the server knows about the response that it renders. Empty in the browser. */
export type DocumentSettings = {
  /** Allows this response's inline scripts to run. */
  nonce?: string;
  /** The color scheme that the visitor has chosen; undefined for the system's. */
  theme?: "light" | "dark";
  /** Whether the live demo is on. Not set when prerendering. */
  hasDemo?: boolean;
  /**
   * The marketing site's sentence about the agency's own response time. Not set when prerendering.
   */
  responseTime?: string | null;
  /** Returns the text of a built style sheet. Not set in development or when prerendering. */
  readSheet?: (href: string) => string;
};

/** Passes the settings from the server to `entry.server.tsx`. */
export const documentContext = createRouterContext<DocumentSettings>({});

/** Passes the settings from `entry.server.tsx` to the document's components. */
export const DocumentContext = createContext<DocumentSettings>({});

/**
 * The page's style sheets. A page for one visitor inlines them with its nonce, so that the first
 * paint doesn't wait for another response. The links to them stay for React, but have a type that
 * browsers don't load. (Chromium 150 loads a disabled link that is in the document.)
 */
export function StyleSheets() {
  const { nonce, readSheet } = useContext(DocumentContext);
  // Style sheets don't need a nonce. Browsers hide the nonce attribute's value, and that would be a
  // hydration mismatch.
  const links = Links({ nonce: "" });
  if (!readSheet) return links;
  const sheets: string[] = [];
  const held = mapTags(links, (link) => {
    if (link.props.rel !== "stylesheet" || !link.props.href) return link;
    sheets.push(readSheet(link.props.href));
    return cloneElement(link, { type: heldSheet });
  });
  return (
    <>
      {held}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, made at build time */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: sheets.join("") }} />
    </>
  );
}

const heldSheet = "text/held";

/** React Router's scripts, which `page-scripts/hydrate-after-first-frame.ts` starts. */
export function DeferredScripts() {
  const { readSheet } = useContext(DocumentContext);
  const scripts = Scripts({});
  return readSheet ? deferUntilFirstPaint(scripts) : scripts;
}

/** Renders the same tags in a form that the browser neither loads nor runs. */
export function deferUntilFirstPaint(scripts: ReactNode): ReactNode {
  return mapTags(scripts, (tag) => {
    if (tag.props.rel === "modulepreload") return cloneElement(tag, { rel: "held" });
    if (tag.props.type !== "module") return tag;
    return cloneElement(tag, { type: "held-module", async: undefined });
  });
}

type TagProps = {
  rel?: string;
  href?: string;
  type?: string;
  async?: boolean;
  children?: ReactNode;
};

function mapTags(
  tree: ReactNode,
  change: (tag: ReactElement<TagProps>) => ReactElement,
): ReactNode {
  return Children.map(tree, (node) => {
    if (!isValidElement<TagProps>(node)) return node;
    return node.type === Fragment ? mapTags(node.props.children, change) : change(node);
  });
}
