import { scene } from "./scene.ts";

/** As far as the widest screens show: to the right of the picture's own frame. */
const wallEnd = 6000;

/** What a wide screen shows beyond the window: certificates, a tall plant, and further windows. */
export function WallBeyond() {
  const windows = Array.from({ length: 4 }, (_, at) => 1560 + at * 1100);
  return (
    <>
      <path d={`M1152 422H${wallEnd}`} stroke="var(--line)" strokeWidth="1.4" />
      {[1172, 1300].map((x) => (
        <g key={x} transform={`translate(${x} 120)`}>
          <rect
            width="88"
            height="118"
            rx="5"
            fill={scene.paper}
            stroke={scene.mid}
            strokeWidth="5"
          />
          <path
            d="M24 34h44M18 50h56M18 64h56"
            stroke={scene.sea2}
            strokeWidth="4"
            strokeLinecap="round"
          />
          <circle cx="44" cy="90" r="10" fill={scene.sun} />
        </g>
      ))}
      <g transform="translate(1330 296) scale(1.5)">
        <path
          d="M52 120C48 70 30 40 4 26c-2 34 16 66 46 82zM54 118C52 62 58 26 84 0c16 38 4 84-28 112zM58 120c8-30 28-52 56-54-2 30-24 52-54 60z"
          fill={scene.leaf}
        />
        <path d="M22 116h66l-8 60H30z" fill={scene.pot} />
      </g>
      {windows.map((x) => (
        <g key={x}>
          <rect
            x={x}
            y="14"
            width="864"
            height="404"
            rx="16"
            fill={scene.frame}
            stroke="var(--line)"
            strokeWidth="1.4"
          />
          <rect x={x + 12} y="26" width="840" height="380" rx="10" fill={scene.sky} />
          <path d={`M${x + 12} 246h840v150q0 10-10 10h-820q-10 0-10-10z`} fill={scene.sea} />
          <path d={`M${x + 292} 26v380M${x + 572} 26v380`} stroke={scene.frame} strokeWidth="12" />
        </g>
      ))}
    </>
  );
}
