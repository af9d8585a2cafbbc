// A pencil across the clipboard.
import { Picture } from "./picture.tsx";
import { scene } from "./scene.ts";

export function Pencil() {
  return <Picture name="pencil" viewBox="0 0 330 26" />;
}

/** Renders the drawing as a separate file. */
export function PencilDrawing() {
  return (
    <>
      <path d="M0 4a4 4 0 0 1 4-4h18v26H4a4 4 0 0 1-4-4z" fill="#c9754e" />
      <rect x="22" width="16" height="26" fill={scene.mid} />
      <path d="M38 0h240v26H38z" fill={scene.sun} />
      <path d="M38 9h240v8H38z" fill="#f7cd6f" />
      <path d="M278 0l40 10v6l-40 10z" fill={scene.wood} />
      <path d="M308 7.5l20 5.5-20 5.5z" fill={scene.dark} />
    </>
  );
}
