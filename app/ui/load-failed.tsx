import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { controlWords } from "#content/desk/controls.ts";

/**
 * Shown in place of data that couldn't be loaded. It says which data that is, and has a Retry
 * button.
 */
export function LoadFailed({ children }: { children: ReactNode }) {
  const { revalidate } = useRevalidator();
  const retry = (
    <Button variant="outline" onClick={() => void revalidate()}>
      {controlWords.retry}
    </Button>
  );
  return <Empty action={retry}>{children}</Empty>;
}
