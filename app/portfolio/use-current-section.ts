import { useEffect, useState } from "react";

/** A section is the current one while it crosses this line, a third of the way down the window. */
const line = "-33% 0px -66% 0px";

/**
 * Returns the id of the home page's section that is being read. Null on other pages and above the
 * first section.
 */
export function useCurrentSection(isHome: boolean): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    setCurrent(null);
    if (!isHome) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) setCurrent(target.id);
          else setCurrent((shown) => (shown === target.id ? null : shown));
        }
      },
      { rootMargin: line },
    );
    for (const section of document.querySelectorAll("main > section[id]")) {
      observer.observe(section);
    }
    return () => observer.disconnect();
  }, [isHome]);
  return current;
}
