// A drawing of a practice's ad and its results.

import { useMarketingWords } from "#app/marketing/words.ts";
import { ClockFace } from "./clock.tsx";
import { Picture } from "./picture.tsx";
import { scene } from "./scene.ts";

export function Advertisement() {
  return <Picture name="advertisement" hasWords viewBox="0 0 420 270" />;
}

/** Renders the drawing as a separate file. */
export function AdvertisementDrawing() {
  const { ad } = useMarketingWords().marketing.services;
  return (
    <>
      <rect width="420" height="270" fill="var(--sun-wash)" />
      <g transform="translate(34 34)">
        <rect width="206" height="300" rx="22" fill={scene.dark} />
        <rect x="8" y="8" width="190" height="300" rx="15" fill="var(--surface)" />
        <circle cx="32" cy="34" r="12" fill="var(--accent)" />
        <text
          x="52"
          y="32"
          fontFamily="var(--text)"
          fontWeight="650"
          fontSize="13.5"
          fill="var(--ink)"
        >
          {ad.name}
        </text>
        <text x="52" y="46" fontFamily="var(--text)" fontSize="11.5" fill="var(--muted)">
          {ad.says}
        </text>
        <rect x="8" y="60" width="190" height="116" fill={scene.sea} />
        <g transform="translate(103 118)">
          <ClockFace radius={46} minutes={0} />
        </g>
        <text
          x="20"
          y="197"
          fontFamily="var(--text)"
          fontWeight="650"
          fontSize="12"
          fill="var(--ink)"
        >
          {ad.headline}
        </text>
        <rect x="20" y="208" width="166" height="30" rx="8" fill="var(--accent)" />
        <text
          x="103"
          y="228"
          textAnchor="middle"
          fontFamily="var(--text)"
          fontWeight="650"
          fontSize="13.5"
          fill="var(--on-accent)"
        >
          {ad.button}
        </text>
      </g>
      <g transform="translate(268 70)" fontFamily="var(--text)">
        <text fontSize="15" fill="var(--muted)" y="0">
          {ad.week}
        </text>
        <text fontSize="29" fontFamily="var(--display)" fontWeight="460" y="36" fill="var(--ink)">
          {ad.results[0]}
        </text>
        <text fontSize="29" fontFamily="var(--display)" fontWeight="460" y="72" fill="var(--ink)">
          {ad.results[1]}
        </text>
        <path d="M0 98h106" stroke="var(--edge)" strokeWidth="1" strokeDasharray="2 4" />
        <text fontSize="14" fill="var(--muted)" y="134">
          {ad.counted[0]}
        </text>
        <text fontSize="14" fill="var(--muted)" y="153">
          {ad.counted[1]}
        </text>
        <text fontSize="14" fill="var(--muted)" y="172">
          {ad.counted[2]}
        </text>
      </g>
    </>
  );
}
