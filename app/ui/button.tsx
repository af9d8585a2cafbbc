// Buttons, and links that look like one. Three variants: `solid` (one a screen), `outline`, `quiet`;
// and `danger` for what nothing brings back.
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button.module.css";

type Variant = "solid" | "outline" | "quiet" | "danger" | "sun";

type ButtonStyle = {
  /** `solid` by default; `sun` belongs to the recommended package alone. */
  variant?: Variant;
  /** Less tall: for toolbars and rows. */
  isSmall?: boolean;
  children: ReactNode;
};

/** A native button; `type` is `button` unless said otherwise. */
export function Button({
  variant,
  isSmall,
  className,
  ...props
}: ButtonStyle & ComponentProps<"button">) {
  return <button type="button" {...props} className={classNames(variant, isSmall, className)} />;
}

/** A link inside the product that looks like a button. */
export function ButtonLink({
  variant,
  isSmall,
  className,
  ...props
}: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link {...props} className={classNames(variant, isSmall, className)} />;
}

/** A link that leaves the product, or is no page: `tel:`, `mailto:`, a file. */
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
