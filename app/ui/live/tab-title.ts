// Shows the number of waiting leads and due callbacks in the tab's title and icon.
import { useEffect } from "react";
import { useLocation } from "react-router";

/**
 * Shows the numbers in the title and the icon. If `waiting` is null, the number isn't known, and
 * neither changes.
 */
export function useTabTitle(waiting: number | null, due: number) {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page sets its own title
  useEffect(() => {
    if (waiting === null) return;
    const title = document.title.replace(/^\([^)]*\) /, "");
    const counts = [waiting > 0 && `${waiting}`, due > 0 && `${due} due`].filter(Boolean);
    document.title = counts.length > 0 ? `(${counts.join(", ")}) ${title}` : title;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon) return;
    const plain = icon.dataset.plain ?? icon.href;
    icon.dataset.plain = plain;
    icon.href = waiting + due > 0 ? badge(waiting + due) : plain;
  }, [waiting, due, pathname]);
}

function badge(waiting: number): string {
  const text = waiting > 9 ? "9+" : String(waiting);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#bf3320"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
