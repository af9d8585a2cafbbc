// What the office phones' ring and the texts do for response times. The reports and the owner's page
// about a practice show the same lines.
import { Link } from "react-router";
import { isFew, shareText } from "#app/ui/share.ts";
import { phoneFigureWords as words } from "#content/desk/phone-figures.ts";
import {
  minForMedian,
  type PhoneFigures,
  type PhonePart,
  type RingFigures,
  type TextFigures,
} from "#contract/figures.ts";
import styles from "./phone-figures.module.css";

type ListProps = {
  figures: PhoneFigures;
  /** Returns the URL of the inquiries behind a line. */
  urlOf?: (part: PhonePart) => string;
};

export function PhoneFigureList({ figures: { ring, texts }, urlOf }: ListProps) {
  const lines = [...(ring ? ringLines(ring) : []), ...(texts ? textLines(texts) : [])];
  return (
    <>
      <dl className={styles.figures}>
        {lines.map(({ name, value, more, behind }) => {
          const text = more || value;
          const counted = behind && urlOf ? <Link to={urlOf(behind)}>{text}</Link> : text;
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {more ? value : counted}
                {more && <small>{counted}</small>}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className={styles.note}>{words.note(minForMedian)}</p>
    </>
  );
}

/** `behind`: which inquiries the line counts, if it counts inquiries and there are any. */
type Line = { name: string; value: string; more: string; behind?: PhonePart | false };

function ringLines({ on, off, firstCalls, reached }: RingFigures): Line[] {
  const group = ({ inquiries, half }: RingFigures["on"]) => ({
    value: words.median(half),
    more: words.inquiries(inquiries),
  });
  const byKey = partOf(reached, firstCalls, words.firstCalls(reached, firstCalls));
  return [
    { name: words.on, ...group(on), behind: on.inquiries > 0 && "on" },
    { name: words.off, ...group(off), behind: off.inquiries > 0 && "off" },
    { name: words.byKey, ...byKey, behind: reached > 0 && "reached" },
  ];
}

function textLines({ conversations, answeredInDay, waiting, medianMinutes }: TextFigures): Line[] {
  const decided = conversations - waiting;
  const counted = words.conversations(answeredInDay, decided);
  const { value, more } = partOf(answeredInDay, decided, counted);
  const later = waiting > 0 ? words.waiting(waiting) : "";
  return [
    { name: words.answered, value, more: [more, later].filter(Boolean).join(", ") },
    { name: words.answerTime, value: words.minutes(medianMinutes), more: "" },
  ];
}

/** For small numbers, there is no percentage. */
function partOf(part: number, total: number, counted: string) {
  return isFew(total)
    ? { value: counted, more: "" }
    : { value: shareText(part, total), more: counted };
}
