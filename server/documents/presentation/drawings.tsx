// The presentation's drawings: the agency's mark, the horizon on the cover, a check mark.
import { Circle, ClipPath, Defs, G, Path, Rect, Svg } from "@react-pdf/renderer";
import { colors } from "#content/colors.ts";
import { accent, bridge, onBand, styles, sun } from "./styles.ts";

export function Mark() {
  return (
    <Svg viewBox="0 0 42 42" style={{ width: 40, height: 40 }}>
      <Rect width="42" height="42" rx="10" fill={accent} />
      <Path d="M11 24a10 10 0 0 1 20 0z" fill={sun} />
      <Path d="M7 24h28" stroke={onBand} strokeWidth={2.4} strokeLinecap="round" />
      <Path
        d="M10 30c3-2.4 5.6-2.4 8.5 0s5.5 2.4 8.5 0 3.5-2 5-2"
        stroke={onBand}
        strokeWidth={2.4}
        strokeLinecap="round"
      />
    </Svg>
  );
}

/** The sun setting over the bay, as at the bottom of the marketing site. */
export function Horizon() {
  return (
    <Svg viewBox="0 0 612 210" style={styles.horizon}>
      <Defs>
        <ClipPath id="above">
          <Rect x="0" y="0" width="612" height="120" />
        </ClipPath>
      </Defs>
      <G clipPath="url(#above)">
        <Circle cx="430" cy="120" r="92" fill={sun} />
      </G>
      <Bridge />
      <Rect x="0" y="120" width="612" height="90" fill={colors.footer.light} />
      <Path d="M0 120h612" stroke={onBand} strokeWidth={2} />
      <Path
        d="M360 138h140M382 154h96M404 170h52"
        stroke={sun}
        strokeWidth={5}
        strokeLinecap="round"
      />
      <Path
        d="M60 140c10-7 20-7 30 0s20 7 30 0 20-7 30 0M120 164c10-7 20-7 30 0s20 7 30 0M210 148c10-7 20-7 30 0s20 7 30 0"
        stroke={accent}
        strokeWidth={4}
        strokeLinecap="round"
      />
    </Svg>
  );
}

/** The towers of the Sunshine Skyway Bridge, as the site draws them. */
function Bridge() {
  return (
    <G transform="translate(210 116)" stroke={bridge} strokeWidth={1.2} fill="none">
      <Path d="M-190 4C-120 -2 -60 -9 60 -9S250 -3 330 5" strokeWidth={3.4} />
      <Path d="M0 6V-64M130 6V-64" strokeWidth={4.4} />
      <Path d="M-150 8V2M-115 8V-1M-80 8V-4M215 8V-4M250 8V-1M285 8V2" strokeWidth={2.8} />
      <Path d={cables} />
    </G>
  );
}

/** Cables from the top of each tower to the deck, on both sides. */
const cables = [0, 130]
  .flatMap((tower) =>
    [13, 26, 39, 52, 65, 78, 91].map(
      (reach) => `M${tower} -62L${tower - reach} -7M${tower} -62L${tower + reach} -7`,
    ),
  )
  .join("");

export function Tick() {
  return (
    <Svg viewBox="0 0 24 24" style={{ width: 13, height: 13, marginTop: 2 }}>
      <Path
        d="M4 13l5 6L20 5"
        stroke={accent}
        strokeWidth={3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Svg>
  );
}
