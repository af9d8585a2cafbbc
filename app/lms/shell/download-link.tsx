import type { ReactNode } from "react";
import { useHref } from "react-router";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { demoPath } from "#contract/demos.ts";

/** A link to a file of the API: of the demo's, on the pages of a demo. */
export function DownloadLink({ url, children }: { url: string; children: ReactNode }) {
  const isDemo = useHref("/").startsWith(demoPath);
  return (
    <ButtonAnchor variant="outline" isSmall href={isDemo ? demoPath + url : url} download>
      {children}
    </ButtonAnchor>
  );
}
