// The actions of the page that is open, which the console's command palette lists before everything
// else.
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
} from "react";

export type PaletteAction = { kind: string; name: string } & (
  | { act: () => void }
  | { url: string }
);

const OfPage = createContext<RefObject<PaletteAction[]>>({ current: [] });

export function PaletteActions({ children }: { children: ReactNode }) {
  return <OfPage value={useRef<PaletteAction[]>([])}>{children}</OfPage>;
}

/** Adds these actions to the palette while the component is mounted. */
export function usePaletteActions(actions: PaletteAction[]) {
  const ofPage = useContext(OfPage);
  useLayoutEffect(() => {
    ofPage.current = actions;
    return () => {
      ofPage.current = [];
    };
  });
}

/** Returns the open page's actions, which the palette reads when it opens. */
export function useActionsOfPage(): PaletteAction[] {
  return useContext(OfPage).current;
}
