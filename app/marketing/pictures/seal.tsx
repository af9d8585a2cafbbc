// The seal of the money-back guarantee.
import { useMarketingWords } from "#app/marketing/words.ts";
import { Picture } from "./picture.tsx";

export function Seal() {
  return <Picture name="seal" viewBox="0 0 132 132" hasWords />;
}

/** Renders the drawing as a separate file. */
export function SealDrawing() {
  const { seal } = useMarketingWords().marketing.pricing.guarantee;
  return (
    <>
      <defs>
        <path id="seal-round" d="M66 66m-45 0a45 45 0 1 1 90 0a45 45 0 1 1-90 0" />
      </defs>
      <circle cx="66" cy="66" r="64" fill="none" stroke="var(--accent)" strokeWidth="2" />
      <circle cx="66" cy="66" r="36" fill="none" stroke="var(--accent)" strokeWidth="1.5" />
      <text fontFamily="var(--text)" fontWeight="650" fontSize="13.5" fill="var(--accent)">
        <textPath href="#seal-round" textLength="276">
          {seal.around}
        </textPath>
      </text>
      <text
        x="66"
        y="70"
        textAnchor="middle"
        fontFamily="var(--display)"
        fontWeight="480"
        fontSize="32"
        fill="var(--accent)"
      >
        {seal.number}
      </text>
      <text
        x="66"
        y="86"
        textAnchor="middle"
        fontFamily="var(--text)"
        fontWeight="600"
        fontSize="13"
        fill="var(--accent)"
      >
        {seal.unit}
      </text>
    </>
  );
}
