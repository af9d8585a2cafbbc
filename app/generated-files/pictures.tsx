// Writes the marketing site's large drawings to SVG files. Pages include them with `<use>`, so that
// the drawings follow the page's color scheme.
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AdvertisementDrawing } from "#app/marketing/pictures/advertisement.tsx";
import { ClockDrawing } from "#app/marketing/pictures/clock.tsx";
import { HorizonDrawing } from "#app/marketing/pictures/horizon.tsx";
import { MonthDrawing, NarrowMonthDrawing } from "#app/marketing/pictures/month.tsx";
import { OnTheMapDrawing } from "#app/marketing/pictures/on-the-map.tsx";
import { PencilDrawing } from "#app/marketing/pictures/pencil.tsx";
import type { PictureName } from "#app/marketing/pictures/picture.tsx";
import { PresentationPagesDrawing } from "#app/marketing/pictures/presentation-pages.tsx";
import { SealDrawing } from "#app/marketing/pictures/seal.tsx";
import { MarketingWordsContext } from "#app/marketing/words.ts";
import { spanishMarketing } from "#content/es/marketing-words.ts";
import { englishMarketing } from "#content/marketing-words.ts";
import type { Language } from "#contract/languages.ts";

const drawings: Record<PictureName, () => ReactNode> = {
  month: MonthDrawing,
  "month-narrow": NarrowMonthDrawing,
  clock: ClockDrawing,
  "presentation-pages": PresentationPagesDrawing,
  advertisement: AdvertisementDrawing,
  "on-the-map": OnTheMapDrawing,
  horizon: HorizonDrawing,
  seal: SealDrawing,
  pencil: PencilDrawing,
};

export const pictureNames = Object.keys(drawings) as PictureName[];

const words = { en: englishMarketing, es: spanishMarketing } satisfies Record<Language, object>;

export function makePicture(name: PictureName, language: Language): string {
  const Drawing = drawings[name];
  return renderToStaticMarkup(
    <MarketingWordsContext value={words[language]}>
      <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
        <g id="picture">
          <Drawing />
        </g>
      </svg>
    </MarketingWordsContext>,
  );
}
