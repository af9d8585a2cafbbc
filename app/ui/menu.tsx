// A button that opens a menu of actions in a popover next to it. The arrow keys, Home and End move
// the focus. A click outside closes the menu, and Escape also returns the focus to the button.
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "./button.tsx";
import { type Icon, IconDots } from "./icons.tsx";
import styles from "./menu.module.css";

export type MenuItem = {
  label: string;
  icon: Icon;
  onPress: () => void;
  isDangerous?: boolean;
};

type MenuProps = {
  label: string;
  /**
   * The button's name for screen readers, if several menus have the same label. It must start with
   * the label.
   */
  name?: string;
  /** The menu's items in groups, with a line between two groups. */
  groups: MenuItem[][];
  /** The icon of the button. */
  icon?: Icon;
  className?: string;
};

export function Menu({ label, name = label, groups, icon: ButtonIcon, className }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties | null>(null);
  const isOpen = place !== null;

  useEffect(() => {
    if (isOpen) menu.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [isOpen]);

  // The menu is placed relative to the window, but the page behind it may scroll or change.
  const follow = useEffectEvent(() => setPlace(placeBeside(button.current, groups)));
  useEffect(() => {
    if (!isOpen) return;
    const left = new AbortController();
    addEventListener("scroll", follow, { signal: left.signal });
    addEventListener("resize", follow, { signal: left.signal });
    return () => left.abort();
  }, [isOpen]);

  function close() {
    menu.current?.hidePopover();
    button.current?.focus();
  }

  function move(event: KeyboardEvent) {
    // The screen's own shortcuts must not work behind an open menu.
    event.stopPropagation();
    const items = [...(menu.current?.querySelectorAll("button") ?? [])];
    const at = items.findIndex((item) => item.matches(":focus"));
    const next = new Map([
      ["ArrowDown", at + 1],
      ["ArrowUp", at - 1 + items.length],
      ["Home", 0],
      ["End", items.length - 1],
    ]).get(event.key);
    if (event.key === "Tab") return close();
    if (event.key !== "Escape" && next === undefined) return;
    event.preventDefault();
    if (next === undefined) close();
    else items[next % items.length]?.focus();
  }

  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        isSmall
        className={className}
        popoverTarget={id}
        aria-label={name === label ? undefined : name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
      >
        {ButtonIcon ? <ButtonIcon aria-hidden /> : <IconDots stroke={2.75} aria-hidden />} {label}
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={name}
        className={styles.menu}
        style={place ?? undefined}
        onBeforeToggle={(event) =>
          setPlace(event.newState === "open" ? placeBeside(button.current, groups) : null)
        }
        onKeyDown={move}
      >
        {groups.map((items, at) => (
          <div key={items[0]?.label} className={styles.group}>
            {at > 0 && <hr />}
            {items.map(({ label, icon: Icon, onPress, isDangerous }) => (
              <button
                key={label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.item}
                data-dangerous={isDangerous}
                onClick={() => {
                  close();
                  onPress();
                }}
              >
                <Icon aria-hidden /> {label}
              </button>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** The menu's width in pixels, which is also in the style sheet. */
const width = 240;
const itemHeight = 44;
const edge = 16;

/** Places the menu below the button, or above it if there is more space. */
function placeBeside(button: HTMLElement | null, groups: MenuItem[][]): CSSProperties {
  if (!button) return {};
  const { top, bottom, left } = button.getBoundingClientRect();
  const height = groups.flat().length * itemHeight + groups.length * edge;
  const isBelow = innerHeight - bottom > height || innerHeight - bottom > top;
  return {
    left: Math.max(edge, Math.min(left, innerWidth - width - edge)),
    ...(isBelow
      ? { top: bottom + 4, maxHeight: innerHeight - bottom - edge }
      : { bottom: innerHeight - top + 4, maxHeight: top - edge }),
  };
}
