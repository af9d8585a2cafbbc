// A drawing of a practice's pin and card on a map.

import { useMarketingWords } from "#app/marketing/words.ts";
import { ClockFace } from "./clock.tsx";
import { Picture } from "./picture.tsx";
import { scene } from "./scene.ts";

export function OnTheMap() {
  return <Picture name="on-the-map" hasWords viewBox="0 0 420 270" />;
}

/** Renders the drawing as a separate file. */
export function OnTheMapDrawing() {
  const { map } = useMarketingWords().marketing.services;
  return (
    <>
      <rect width="420" height="270" fill={scene.sky} />
      <path d="M-10 178c70-30 92 34 150 12s52-78 120-72 86 44 170 6v160H-10z" fill={scene.sea} />
      <g stroke={scene.frame} fill="none">
        <path d="M-10 66L430 120" strokeWidth="12" />
        <path d="M96-10L150 290M300-10l-70 300" strokeWidth="12" />
        <path d="M-10 128l200 30M186 86l-10-100M330 110l30-120" strokeWidth="5" />
      </g>
      <path
        d="M178 30a38 38 0 0 1 38 38c0 27-38 62-38 62s-38-35-38-62a38 38 0 0 1 38-38z"
        fill="var(--accent)"
      />
      <g transform="translate(178 67)">
        <ClockFace radius={24} minutes={0} />
      </g>
      <g transform="translate(84 146)">
        <rect
          width="292"
          height="104"
          rx="12"
          fill="var(--surface)"
          style={{ filter: "drop-shadow(0 10px 18px rgb(20 33 31/.18))" }}
        />
        <rect x="14" y="14" width="76" height="76" rx="8" fill="var(--accent-wash)" />
        <path
          d="M36 40c0-8 7-11 16-7 9-4 16-1 16 7 0 14-5 13-6 28-.500 5-5 5-6 0-1-7-7-7-8 0-1 5-5.5 5-6 0-1-15-6-14-6-28z"
          fill="var(--surface)"
          stroke="var(--accent)"
          strokeWidth="3"
        />
        <text
          x="106"
          y="34"
          fontFamily="var(--text)"
          fontWeight="650"
          fontSize="17"
          fill="var(--ink)"
        >
          {map.name}
        </text>
        <text x="106" y="56" fontFamily="var(--text)" fontSize="14.5" fill="var(--muted)">
          {map.says}
        </text>
        <rect x="106" y="66" width="76" height="26" rx="13" fill="var(--accent)" />
        <text
          x="144"
          y="84"
          textAnchor="middle"
          fontFamily="var(--text)"
          fontWeight="600"
          fontSize="14"
          fill="var(--on-accent)"
        >
          {map.call}
        </text>
        <rect
          x="190"
          y="66.7"
          width="84"
          height="25"
          rx="12.5"
          fill="none"
          stroke="var(--edge)"
          strokeWidth="1.4"
        />
        <text
          x="232"
          y="84"
          textAnchor="middle"
          fontFamily="var(--text)"
          fontWeight="600"
          fontSize="14"
          fill="var(--ink)"
        >
          {map.website}
        </text>
      </g>
    </>
  );
}
