import type { ProjectPicture } from "#contract/content.ts";
import { Desk } from "./drawings/desk.tsx";
import { Latency } from "./drawings/latency.tsx";
import { Tide } from "./drawings/tide.tsx";

const drawings = { desk: Desk, tide: Tide, latency: Latency } as const;

/** The picture of a project: one of the drawings here, or a file from the owner. */
export function Picture({ picture }: { picture: ProjectPicture }) {
  if ("drawing" in picture) {
    const Drawn = drawings[picture.drawing];
    return <Drawn />;
  }
  const { file, alt, width, height } = picture;
  return <img src={file} alt={alt} width={width} height={height} loading="lazy" />;
}
