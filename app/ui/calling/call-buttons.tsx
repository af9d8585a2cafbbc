import type { MouseEvent } from "react";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { callWords } from "#content/desk/calls.ts";
import styles from "./call-buttons.module.css";
import { IconPhoneOutgoing } from "./call-icons.ts";

type CallProps = {
  /** The id of the button's row. */
  id: string;
  name: string;
  /** The number to dial. */
  dials: string;
  variant: "solid" | "outline";
  onPress: (event: MouseEvent<HTMLElement>) => void;
};

/**
 * On a desktop, this is the button "I'm calling". On a phone, it is the number, and the same tap
 * dials it.
 */
export function CallButtons({ id, name, dials, variant, onPress }: CallProps) {
  return (
    <>
      <span className={styles.onDesktop}>
        <Button variant={variant} className={styles.call} onClick={onPress} data-call={id}>
          <IconPhoneOutgoing aria-hidden />
          {callWords.calling}
          <Hidden> {name}</Hidden>
        </Button>
      </span>
      <span className={styles.onPhone}>
        <ButtonAnchor
          variant={variant}
          className={styles.call}
          href={`tel:${dials}`}
          onClick={onPress}
        >
          <IconPhoneOutgoing size={20} aria-hidden />
          {callWords.call}
          <Hidden> {name}</Hidden>
        </ButtonAnchor>
      </span>
    </>
  );
}
