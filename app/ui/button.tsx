// Buttons, and links that look like buttons. Variants: `solid` (one per screen), `outline`,
// `quiet`, and `danger` for actions that can't be undone.
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";

type Variant = "solid" | "outline" | "quiet" | "danger" | "sun";

type ButtonStyle = {
  /** The default is `solid`. `sun` is only for the recommended package. */
  variant?: Variant;
  /** A smaller size for toolbars and rows. */
  isSmall?: boolean;
  children: ReactNode;
};

/** A native button; its `type` defaults to `button`. */
export function Button({
  variant,
  isSmall,
  className,
  ...props
}: ButtonStyle & ComponentProps<"button">) {
  return <button type="button" {...props} className={classNames(variant, isSmall, className)} />;
}

/** A link within the product. */
export function ButtonLink({
  variant,
  isSmall,
  className,
  ...props
}: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link {...props} className={classNames(variant, isSmall, className)} />;
}

/** A link to another site, or to something that isn't a page: `tel:`, `mailto:`, a file. */
export function ButtonAnchor({
  variant,
  isSmall,
  className,
  ...props
}: ButtonStyle & ComponentProps<"a">) {
  return <a {...props} className={classNames(variant, isSmall, className)} />;
}

function classNames(variant: Variant = "solid", isSmall = false, className = ""): string {
  return [styles.button, styles[variant], isSmall && styles.small, className]
    .filter(Boolean)
    .join(" ");
}
