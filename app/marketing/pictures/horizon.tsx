// A drawing of the sunset over the bay, above the footer.
import { Bridge } from "./bridge.tsx";
import { Picture } from "./picture.tsx";
import { scene } from "./scene.ts";

export function Horizon() {
  return <Picture name="horizon" viewBox="0 0 1440 130" preserveAspectRatio="xMidYMax slice" />;
}

/** Renders the drawing as a separate file. */
export function HorizonDrawing() {
  return (
    <>
      <path d="M1010 112a74 74 0 0 1 148 0z" fill={scene.sun} />
      <Bridge transform="translate(520 112) scale(1.25)" stroke={scene.far} />
      <rect y="112" width="1440" height="20" fill="var(--footer)" />
      <g stroke={scene.sun} strokeWidth="4" strokeLinecap="round" opacity=".8">
        <path d="M1040 120h88M1062 128h44" />
      </g>
    </>
  );
}
