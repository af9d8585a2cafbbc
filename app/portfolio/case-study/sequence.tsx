// A sequence diagram: who sends what to whom, from top to bottom. It is as narrow as a phone, so
// that its text never gets smaller than it can be read.
import { portfolioWords } from "#content/portfolio-words.ts";
import type { CaseStudy } from "#contract/case-studies.ts";
import styles from "./sequence.module.css";

/** All lengths are in the drawing's units; on the narrowest phone, one is nearly a pixel. */
const width = 300;
const head = 30;
const lineHeight = 15;
/** The space above a step's text, and between the text and its arrow. */
const gap = { above: 20, below: 9 };
/** What fits in the width, at 12 units and half of that per character. */
const charactersPerLine = 44;

type SequenceProps = { sequence: NonNullable<CaseStudy["sequence"]> };

export function Sequence({ sequence: { title, parties, steps } }: SequenceProps) {
  const xOf = (party: string) => ((parties.indexOf(party) + 0.5) * width) / parties.length;
  let y = head;
  const placed = steps.map((step, at) => {
    const lines = linesOf(`${at + 1}. ${step.says}`);
    const top = y + gap.above;
    y = top + (lines.length - 1) * lineHeight + gap.below;
    return { ...step, lines, top, arrowY: y };
  });
  const height = y + gap.above;
  const spoken = steps.map(({ from, to, says }) => portfolioWords.caseStudy.step(from, to, says));
  return (
    <svg
      className={styles.sequence}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={[`${title}.`, ...spoken].join(" ")}
      fontSize="12"
    >
      {parties.map((party) => (
        <g key={party}>
          <path d={`M${xOf(party)} ${head - 8}V${height}`} className={styles.life} />
          <text x={xOf(party)} y="14" textAnchor="middle" className={styles.party}>
            {party}
          </text>
        </g>
      ))}
      {placed.map(({ from, to, says, lines, top, arrowY }) => (
        <g key={says}>
          <text className={styles.says}>
            {lines.map((line, at) => (
              <tspan key={line} x="0" y={top + at * lineHeight}>
                {line}
              </tspan>
            ))}
          </text>
          <path d={arrowOf(xOf(from), xOf(to), arrowY)} className={styles.arrow} />
        </g>
      ))}
    </svg>
  );
}

/** Returns the path of an arrow with an open head. */
function arrowOf(from: number, to: number, y: number): string {
  const back = to > from ? -5 : 5;
  return `M${from} ${y}H${to}m${back} -4l${-back} 4l${back} 4`;
}

/** Breaks a text between words, because SVG doesn't. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= charactersPerLine) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
