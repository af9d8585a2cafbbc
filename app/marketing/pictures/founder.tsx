// A drawing of the founder in front of the bay.

import { useMarketingWords } from "#app/marketing/words.ts";
import type { OwnPicture } from "#contract/content.ts";
import { Bridge } from "./bridge.tsx";
import { Picture } from "./picture.tsx";
import { scene } from "./scene.ts";

/** The owner's photo, or a drawing if there is none. */
export function FounderPortrait({ photo }: { photo: OwnPicture | null }) {
  const { marketing } = useMarketingWords();
  if (photo) {
    const { file, alt, width, height } = photo;
    return <img src={file} alt={alt} width={width} height={height} loading="lazy" />;
  }
  return <Picture name="founder" viewBox="0 0 440 470" label={marketing.about.picture} />;
}

/** Renders the drawing as a separate file. */
export function FounderPortraitDrawing() {
  return (
    <>
      <circle cx="216" cy="230" r="196" fill={scene.sea} />
      <path d="M20 230a196 196 0 0 1 392 0z" fill={scene.sky} />
      <path d="M150 230a66 66 0 0 1 132 0z" transform="translate(96 0)" fill={scene.sun} />
      <clipPath id="founder-frame">
        <circle cx="216" cy="230" r="196" />
      </clipPath>
      <g clipPath="url(#founder-frame)">
        <Bridge transform="translate(120 228) scale(0.95)" stroke={scene.far} />
      </g>
      <path
        d="M52 470c-4-70 10-116 58-136 28-12 56-16 74-26l36 24 36-24c18 10 50 16 78 28 44 20 58 66 54 134z"
        fill="#27474c"
      />
      <path d="M182 308l38 100 38-100-14-10h-48z" fill={scene.paper} />
      <path d="M182 306l-26 22 40 84 24 58 24-58 40-84-26-22-38 102z" fill="#1b3539" />
      <path d="M192 262h56v52l-28 34-28-34z" fill="#d79f7c" />
      <path
        d="M150 186c-6-66 26-104 72-104s78 36 70 100c-2 36-8 70-22 84-8 6-20 4-24-4h-52c-6 8-18 10-24 2-12-14-18-44-20-78z"
        fill={scene.hair}
      />
      <path
        d="M164 190c0-52 20-76 56-76s58 24 58 76c0 50-26 92-58 92s-56-42-56-92z"
        fill="#e6b391"
      />
      <path
        d="M160 196c-6-54 20-92 62-92 44 0 66 36 60 90-12-12-20-28-24-48-14 14-42 20-66 12-12 8-24 20-32 38z"
        fill="#3a2c26"
      />
      <g fill="none" stroke="#27474c" strokeWidth="3.6">
        <circle cx="197" cy="200" r="20" />
        <circle cx="245" cy="200" r="20" />
        <path d="M217 198c3-3 5-3 8 0M177 197l-13-4M265 197l13-4" />
      </g>
      <g fill="none" stroke="#4a332a" strokeWidth="3.2" strokeLinecap="round">
        <path d="M189 201c4-5 12-5 16 0M237 201c4-5 12-5 16 0" />
      </g>
      <path
        d="M221 206c-1 10-4 16-6 20 3 3 7 3 11 2"
        fill="none"
        stroke="#c58a66"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M200 244c10 13 32 13 42 0"
        fill={scene.white}
        stroke="#9a4b36"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M188 226c-5 5-6 11-4 16M254 226c5 5 6 11 4 16"
        stroke="#d59a77"
        strokeWidth="2.5"
        fill="none"
        strokeLinecap="round"
      />
      <circle cx="163" cy="236" r="5" fill={scene.sun} />
      <circle cx="280" cy="236" r="5" fill={scene.sun} />
    </>
  );
}
