// The Sunshine Skyway Bridge in the distance, which is in every drawing of the bay.
export function Bridge({ transform, stroke }: { transform: string; stroke: string }) {
  return (
    <g transform={transform} fill="none" stroke={stroke} strokeWidth="1.1">
      <path d="M-190 4C-120 -2-60 -9 60 -9S250 -3 330 5" strokeWidth="3.2" />
      <path d={cables} />
      <path d="M0 6V-64M130 6V-64" strokeWidth="4.2" />
      <path d="M-150 8V2M-115 8V-1M-80 8V-4M215 8V-4M250 8V-1M285 8V2" strokeWidth="2.6" />
    </g>
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
