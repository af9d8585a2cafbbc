// The marketing site's large drawings as SVG files. Pages include them with `<use>`, so that they
// follow the page's color scheme.
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AdvertisementDrawing } from "#app/marketing/pictures/advertisement.tsx";
import { FounderPortraitDrawing } from "#app/marketing/pictures/founder.tsx";
import { FrontDeskDrawing } from "#app/marketing/pictures/front-desk.tsx";
import { HorizonDrawing } from "#app/marketing/pictures/horizon.tsx";
import { OnTheMapDrawing } from "#app/marketing/pictures/on-the-map.tsx";
import type { PictureName } from "#app/marketing/pictures/picture.tsx";
import { PresentationPagesDrawing } from "#app/marketing/pictures/presentation-pages.tsx";

const drawings: Record<PictureName, () => ReactNode> = {
  "front-desk": FrontDeskDrawing,
  founder: FounderPortraitDrawing,
  "presentation-pages": PresentationPagesDrawing,
  advertisement: AdvertisementDrawing,
  "on-the-map": OnTheMapDrawing,
  horizon: HorizonDrawing,
};

export const pictureNames = Object.keys(drawings) as PictureName[];

export function makePicture(name: PictureName): string {
  const Drawing = drawings[name];
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
      <g id="picture">
        <Drawing />
      </g>
    </svg>,
  );
}
