// The link to the live demo. With `DEMO=off`, the server removes elements with `data-demo` from the
// prerendered pages, and marks the document so that React doesn't render them again.
import { demoPath } from "#contract/demos.ts";
import { ButtonAnchor } from "./button.tsx";
import styles from "./demo-link.module.css";
import { IconPlayerPlay } from "./icons.tsx";
import { useWords } from "./words.ts";

/**
 * `plain`: a line of text, for places where other buttons come first. `onBand`: for the dark band.
 */
type Look = "outline" | "plain" | "onBand";

export function DemoLink({
  look = "outline",
  className = "",
}: {
  look?: Look;
  className?: string;
}) {
  const { demoButton } = useWords();
  if (typeof document !== "undefined" && document.documentElement.dataset.demo === "off") {
    return null;
  }
  const link = { href: demoPath, rel: "nofollow", "data-demo": "" };
  const says = (
    <>
      <IconPlayerPlay size={20} aria-hidden />
      {demoButton}
    </>
  );
  if (look === "plain") {
    return (
      <a {...link} className={`${styles.plain} ${className}`}>
        {says}
      </a>
    );
  }
  return (
    <ButtonAnchor
      {...link}
      variant="outline"
      className={look === "onBand" ? `${styles.onBand} ${className}` : className}
    >
      {says}
    </ButtonAnchor>
  );
}
