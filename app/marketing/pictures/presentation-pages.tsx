// A drawing of the makeover presentation: its cover and its checklist.
import { useMarketingWords } from "#app/marketing/words.ts";
import { colors } from "#content/colors.ts";
import { site } from "#content/site.ts";
import { Bridge } from "./bridge.tsx";
import { Picture } from "./picture.tsx";
import { scene } from "./scene.ts";

/** For each item on the checklist, the lengths of the two lines that stand for text. */
const checklist = [
  [112, 78],
  [96, 104],
  [120, 64],
  [88, 98],
  [110, 70],
  [100, 84],
];
const ticked = 2;

export function PresentationPages() {
  const { picture } = useMarketingWords().marketing.makeover;
  return <Picture name="presentation-pages" hasWords viewBox="0 0 560 500" label={picture} />;
}

/** Renders the drawing as a separate file. */
export function PresentationPagesDrawing() {
  const { pictured } = useMarketingWords().marketing.makeover;
  return (
    <>
      <g transform="rotate(6 400 250)">
        <rect
          x="250"
          y="46"
          width="286"
          height="380"
          rx="6"
          fill={scene.paper}
          style={{ filter: "drop-shadow(0 16px 28px rgb(20 33 31/.18))" }}
        />
        <text
          x="360"
          y="92"
          fontFamily="var(--display)"
          fontWeight="480"
          fontSize="20"
          fill="#14211f"
        >
          {pictured.checklist}
        </text>
        {checklist.map(([first, second], at) => (
          <g key={first} transform={`translate(0 ${at * 44})`}>
            <rect
              x="360"
              y="112"
              width="18"
              height="18"
              rx="4"
              fill="none"
              stroke="#7f8b87"
              strokeWidth="1.6"
            />
            {at < ticked && (
              <path
                d="M363 121l5 6 12-16"
                fill="none"
                stroke={colors.accent.light}
                strokeWidth="3"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            )}
            <rect x="390" y="114" width={first} height="6" rx="3" fill="#c9d0cb" />
            <rect x="390" y="126" width={second} height="6" rx="3" fill="#e2e4df" />
          </g>
        ))}
      </g>
      <g transform="rotate(-4 190 260)">
        <rect
          x="40"
          y="34"
          width="310"
          height="414"
          rx="6"
          fill={colors.band.light}
          style={{ filter: "drop-shadow(0 22px 36px rgb(20 33 31/.32))" }}
        />
        <path d="M40 312h310v130a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6z" fill={colors.footer.light} />
        <path d="M130 312a66 66 0 0 1 132 0z" fill="#f0b429" />
        <g stroke="#f0b429" strokeWidth="5" strokeLinecap="round" opacity=".7">
          <path d="M148 330h96M164 347h64M178 364h36" />
        </g>
        <clipPath id="presentation-cover">
          <rect x="40" y="34" width="310" height="414" rx="6" />
        </clipPath>
        <g clipPath="url(#presentation-cover)">
          <Bridge transform="translate(118 310) scale(0.82)" stroke="#5f9ea2" />
        </g>
        <text
          x="68"
          y="84"
          fontFamily="var(--text)"
          fontWeight="500"
          fontSize="15"
          fill={colors.bandMuted.light}
        >
          {pictured.madeFor}
        </text>
        <text
          fontFamily="var(--display)"
          fontWeight="430"
          fontSize="40"
          fill="#f2f7f5"
          letterSpacing="-1"
        >
          <tspan x="66" y="136">
            {pictured.cover[0]}
          </tspan>
          <tspan x="66" y="178">
            {pictured.cover[1]}
          </tspan>
          <tspan x="66" y="220">
            {pictured.cover[2]}
          </tspan>
        </text>
        <text
          x="68"
          y="424"
          fontFamily="var(--text)"
          fontWeight="500"
          fontSize="14"
          fill={colors.bandMuted.light}
        >
          {site.mailName}
        </text>
      </g>
    </>
  );
}
