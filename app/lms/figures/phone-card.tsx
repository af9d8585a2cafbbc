// The office phones and texts in the reports. Nothing is shown for a practice that never used them,
// so nothing is shown while it loads or if it can't be loaded either.
import { api } from "#app/api.ts";
import { PhoneFigureList } from "#app/ui/phone-figures.tsx";
import { phoneFigureWords } from "#content/desk/phone-figures.ts";
import { Card } from "./card.tsx";
import { useInquiriesUrl } from "./links.ts";
import { LoadedLater, type Shown } from "./loaded-later.tsx";

export function PhoneCard(shown: Shown) {
  const inquiriesUrl = useInquiriesUrl();
  return (
    <LoadedLater {...shown} load={(query) => api.leads.figures.phone.$get({ query })} words={null}>
      {(figures) =>
        (figures.ring || figures.texts) && (
          <Card title={phoneFigureWords.title} isWide>
            <PhoneFigureList figures={figures} urlOf={(phones) => inquiriesUrl({ phones })} />
          </Card>
        )
      }
    </LoadedLater>
  );
}
