// A drawing of a clinic's front desk; its colors are roles, so that it has a dark version.

import { useMarketingWords } from "#app/marketing/words.ts";
import { Bridge } from "./bridge.tsx";
import { Picture } from "./picture.tsx";
import { scene } from "./scene.ts";
import { WallBeyond } from "./wall-beyond.tsx";

export function FrontDesk() {
  return (
    <Picture
      name="front-desk"
      viewBox="0 0 832 560"
      preserveAspectRatio="xMidYMax slice"
      label={useMarketingWords().marketing.hero.picture}
    />
  );
}

/** Rendered to a file of its own. */
export function FrontDeskDrawing() {
  return (
    <>
      <defs>
        <clipPath id="front-desk-window">
          <rect x="300" y="26" width="840" height="380" rx="10" />
        </clipPath>
      </defs>
      <WallBeyond />
      {/* window */}
      <rect x="288" y="14" width="864" height="404" rx="16" fill={scene.frame} />
      <rect
        x="288.7"
        y="14.7"
        width="864"
        height="404"
        rx="16"
        fill="none"
        stroke="var(--line)"
        strokeWidth="1.4"
      />
      <g clipPath="url(#front-desk-window)">
        <rect x="300" y="26" width="840" height="380" fill={scene.sky} />
        <circle cx="640" cy="226" r="52" fill={scene.sun} />
        <path d="M860 246q60-26 130-20t150-4v24z" fill={scene.far} opacity=".55" />
        <rect x="300" y="246" width="840" height="160" fill={scene.sea} />
        <g stroke={scene.sun} strokeWidth="5" strokeLinecap="round" opacity=".75">
          <path d="M600 262h80M614 278h52M626 294h30" />
        </g>
        <g stroke={scene.sea2} strokeWidth="4" strokeLinecap="round">
          <path d="M330 282h74M520 302h60M700 286h92M356 326h44M560 340h110M740 330h60M590 378h70M760 372h70M872 300h64M960 334h96M1050 284h56M900 376h84M1080 366h50" />
        </g>
        <Bridge transform="translate(520 244) scale(1.05)" stroke={scene.far} />
        {/* sail */}
        <g transform="translate(742 246)">
          <path d="M0-44V0h-26z" fill={scene.frame} />
          <path d="M4-36V0h18z" fill={scene.frame} />
          <path d="M-30 4h56l-8 10h-40z" fill={scene.dark} />
        </g>
      </g>
      <path d="M580 26v380M860 26v380" stroke={scene.frame} strokeWidth="12" />
      <rect
        x="276"
        y="406"
        width="888"
        height="16"
        rx="4"
        fill={scene.frame}
        stroke="var(--line)"
        strokeWidth="1.4"
      />
      {/* wall calendar */}
      <g transform="translate(92 92)">
        <path d="M62-26v22" stroke={scene.mid} strokeWidth="2" />
        <circle cx="62" cy="-28" r="4" fill={scene.mid} />
        <rect
          x="0"
          y="-6"
          width="124"
          height="140"
          rx="8"
          fill={scene.paper}
          stroke="var(--line)"
          strokeWidth="1.4"
        />
        <path d="M0 2a8 8 0 0 1 8-8h108a8 8 0 0 1 8 8v24H0z" fill={scene.scrub2} />
        <path d="M14 12h44" stroke={scene.white} strokeWidth="5" strokeLinecap="round" />
        <rect x="13" y="40" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="33.5" y="40" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="54" y="40" width="15" height="15" rx="3.5" fill={scene.sun} />
        <rect x="74.5" y="40" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="95" y="40" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="13" y="62" width="15" height="15" rx="3.5" fill={scene.sun} />
        <rect x="33.5" y="62" width="15" height="15" rx="3.5" fill={scene.sun} />
        <rect x="54" y="62" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="74.5" y="62" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="95" y="62" width="15" height="15" rx="3.5" fill={scene.sun} />
        <rect x="13" y="84" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="33.5" y="84" width="15" height="15" rx="3.5" fill={scene.sun} />
        <rect x="54" y="84" width="15" height="15" rx="3.5" fill={scene.sun} />
        <rect x="74.5" y="84" width="15" height="15" rx="3.5" fill={scene.sun} />
        <rect x="95" y="84" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="13" y="106" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="33.5" y="106" width="15" height="15" rx="3.5" fill={scene.sun} />
        <rect x="54" y="106" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="74.5" y="106" width="15" height="15" rx="3.5" fill={scene.sky} />
        <rect x="95" y="106" width="15" height="15" rx="3.5" fill={scene.sky} />
      </g>
      {/* receptionist */}
      <g>
        <ellipse cx="469" cy="238" rx="30" ry="28" fill={scene.hair} />
        <path
          d="M372 236c-6-58 24-92 66-92s68 34 60 92c-4 36-8 58-24 70h-78c-16-12-21-40-24-70z"
          fill={scene.hair}
        />
        <path d="M408 350h56l-28 66z" fill={scene.skin} />
        <path d="M412 292h48v60c-8 10-16 14-24 14s-16-4-24-14z" fill={scene.skin2} />
        <path
          d="M316 560c-2-70 4-118 22-146 14-22 44-32 72-42l26 26 26-26c30 10 60 20 76 44 18 30 24 78 22 144z"
          fill={scene.scrub}
        />
        <path d="M408 372l28 54 28-54-8-6-20 24-20-24z" fill={scene.scrub2} />
        <path d="M414 366l22 46 22-46-22 16z" fill={scene.skin} />
        <path
          d="M386 238c0-46 18-66 50-66s50 22 50 66c0 42-22 78-50 78s-50-36-50-78z"
          fill={scene.skin}
        />
        <path
          d="M384 240c-2-46 16-76 54-76 36 0 54 26 52 72-10-10-18-24-22-42-18 18-50 22-66 16-6 8-14 18-18 30z"
          fill={scene.hair}
        />
        <path d="M482 244c9-5 15 1 13 12-1 10-8 17-15 14z" fill={scene.skin} />
        <circle cx="489" cy="274" r="4" fill={scene.sun} />
        <g fill="none" stroke={scene.hair} strokeLinecap="round" strokeWidth="3.2">
          <path d="M408 243c4-5 12-5 16 0M448 243c4-5 12-5 16 0" />
          <path d="M405 227c6-5 14-6 20-3M447 224c7-3 14-2 20 3" strokeWidth="3" />
        </g>
        <path
          d="M437 246c-1 10-4 18-6 22 2 3 7 4 11 3"
          fill="none"
          stroke={scene.skin2}
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path
          d="M420 285c8 10 26 11 36 0"
          fill={scene.white}
          stroke={scene.lip}
          strokeWidth="3"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {/* badge */}
        <rect x="446" y="448" width="46" height="30" rx="5" fill={scene.white} />
        <path
          d="M454 458h20M454 467h28"
          stroke={scene.scrub2}
          strokeWidth="3.5"
          strokeLinecap="round"
        />
        {/* arm with handset */}
        {/* The upper arm in its short sleeve, and the forearm in front of it. */}
        <path
          d="M322 490L309 530"
          stroke={scene.skin2}
          strokeWidth="30"
          strokeLinecap="round"
          fill="none"
        />
        <path d="M334 422c-16 18-32 44-42 78l50 14c8-26 20-46 34-60z" fill={scene.scrub2} />
        <path d="M292 500l50 14" stroke={scene.scrub} strokeWidth="5" strokeLinecap="round" />
        <path
          d="M309 532C322 474 346 398 372 322"
          stroke={scene.skin}
          strokeWidth="29"
          strokeLinecap="round"
          fill="none"
        />
        <g transform="rotate(14 382 274)">
          <rect x="366" y="214" width="19" height="112" rx="9.5" fill={scene.dark} />
          <rect x="366" y="210" width="32" height="31" rx="9" fill={scene.dark} />
          <rect x="366" y="300" width="32" height="29" rx="9" fill={scene.dark} />
        </g>
        <path
          d="M350 314c-6-14-4-30 6-40 6-6 14-4 15 2 6-2 11 2 10 8 6 0 9 6 7 11 5 1 7 7 4 12-4 12-14 24-24 28z"
          fill={scene.skin}
        />
        <path
          d="M371 277c-4 3-6 7-7 11M381 285c-4 2-7 6-8 10M387 296c-4 2-7 5-8 9"
          stroke={scene.skin2}
          strokeWidth="2.4"
          strokeLinecap="round"
          fill="none"
        />
      </g>
      {/* monitor from behind */}
      <g>
        <rect x="580" y="420" width="200" height="122" rx="12" fill={scene.dark} />
        <rect
          x="580"
          y="420"
          width="200"
          height="122"
          rx="12"
          fill="none"
          stroke="rgb(255 255 255/.08)"
          strokeWidth="2"
        />
        <path d="M658 540h44l6 20h-56z" fill={scene.mid} />
        <circle cx="680" cy="481" r="11" fill={scene.mid} opacity=".7" />
      </g>
      {/* writing arm */}
      <path
        d="M528 438c26 34 38 62 40 86"
        stroke={scene.scrub2}
        strokeWidth="48"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M566 538c-22 6-44 8-70 8"
        stroke={scene.skin}
        strokeWidth="27"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M492 532l-22-34" stroke={scene.sun} strokeWidth="6" strokeLinecap="round" />
      <ellipse cx="489" cy="542" rx="19" ry="15" fill={scene.skin} />
      <path d="M392 560l8-14h84l8 14z" fill={scene.paper} stroke="var(--line)" strokeWidth="1.2" />
      {/* phone base */}
      <g transform="translate(158 490)">
        <path d="M6 70l12-46a12 12 0 0 1 12-9h62a12 12 0 0 1 12 9l12 46z" fill={scene.dark} />
        <rect x="34" y="24" width="54" height="15" rx="4" fill={scene.sea} />
        <rect x="37" y="46" width="12" height="5" rx="2" fill={scene.mid} />
        <rect x="54" y="46" width="12" height="5" rx="2" fill={scene.mid} />
        <rect x="71" y="46" width="12" height="5" rx="2" fill={scene.mid} />
        <rect x="37" y="54" width="12" height="5" rx="2" fill={scene.mid} />
        <rect x="54" y="54" width="12" height="5" rx="2" fill={scene.mid} />
        <rect x="71" y="54" width="12" height="5" rx="2" fill={scene.mid} />
        <rect x="37" y="62" width="12" height="5" rx="2" fill={scene.mid} />
        <rect x="54" y="62" width="12" height="5" rx="2" fill={scene.mid} />
        <rect x="71" y="62" width="12" height="5" rx="2" fill={scene.mid} />
      </g>
      <path
        d="M270 556c10 2 16-2 24-12"
        stroke={scene.dark}
        strokeWidth="4"
        fill="none"
        strokeLinecap="round"
      />
      {/* plant */}
      <g transform="translate(28 384)">
        <path
          d="M52 120C48 70 30 40 4 26c-2 34 16 66 46 82zM54 118C52 62 58 26 84 0c16 38 4 84-28 112zM58 120c8-30 28-52 56-54-2 30-24 52-54 60z"
          fill={scene.leaf}
        />
        <path
          d="M54 124C52 84 56 46 76 20M52 120C44 84 30 60 12 40M58 122c10-20 24-36 44-46"
          stroke={scene.leaf2}
          strokeWidth="2.5"
          fill="none"
        />
        <path d="M22 116h66l-8 60H30z" fill={scene.pot} />
        <path d="M18 108h74v16H18z" fill={scene.potEdge} />
      </g>
    </>
  );
}
