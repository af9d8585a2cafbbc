// Draws the image for link previews (Open Graph, 1200 by 630 pixels).
import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { fontFile } from "#app/font-files.ts";
import { previewSize } from "#app/page-meta.ts";
import { colors } from "#content/colors.ts";
import { portfolio } from "#content/portfolio.ts";
import type { Portfolio } from "#contract/content.ts";
import type { Preview } from "./link-previews.ts";

export async function makePreview(preview: Preview): Promise<Uint8Array> {
  return new Resvg(await drawPreview(preview)).render().asPng();
}

/** Draws the preview as SVG. Its letters are outlines; for tests, its words can be text instead. */
export function drawPreview(preview: Preview, { isText = false } = {}): Promise<string> {
  return satori(<Picture {...preview} />, {
    ...previewSize,
    embedFont: !isText,
    fonts: [
      { name: "Fraunces", data: readFileSync(fontFile("fraunces", 400)), weight: 400 },
      { name: "Hanken Grotesk", data: readFileSync(fontFile("hanken-grotesk", 400)), weight: 400 },
    ],
  });
}

const side = 72;
const innerWidth = previewSize.width - 2 * side;

// The light color scheme of app/tokens.css, because an image can't follow the visitor's color
// scheme.
const grounds = {
  paper: { paper: "#faf9f6", ink: "#14211f", muted: "#5a6764", accent: colors.accent.light },
  band: {
    paper: colors.band.light,
    ink: "#f2f7f5",
    muted: colors.bandMuted.light,
    accent: "#f0b429",
  },
} as const;

const averageLetterEm = 0.54;

/**
 * Returns the title's font size in pixels. A short title fits on one line, and a longer one on two
 * or three. The lines of a title with its own line breaks don't wrap.
 */
export function titleSize(title: string): number {
  const lines = title.split("\n");
  const longest = Math.max(...lines.map((line) => line.length));
  const fitting = Math.floor(innerWidth / (averageLetterEm * longest));
  if (lines.length > 1) return Math.min(132, fitting);
  if (title.length <= 20) return fitting;
  return title.length <= 26 ? 132 : 108;
}

function Picture({ title, kicker, by, ground }: Preview) {
  const { paper, ink, muted, accent } = grounds[ground];
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        boxSizing: "border-box",
        width: "100%",
        height: "100%",
        padding: `64px ${side}px 56px`,
        background: paper,
        color: ink,
        fontFamily: "Hanken Grotesk",
      }}
    >
      <div
        style={{
          fontFamily: "Fraunces",
          fontSize: titleSize(title),
          lineHeight: 0.98,
          letterSpacing: "-0.03em",
          whiteSpace: "pre-wrap",
          textWrap: "balance",
        }}
      >
        {title}
      </div>
      <div
        style={{
          marginTop: 36,
          maxWidth: 900,
          color: muted,
          fontSize: 32,
          lineHeight: 1.35,
          textWrap: "balance",
        }}
      >
        {kicker}
      </div>
      <div style={{ display: "flex", flexDirection: "column", marginTop: "auto" }}>
        <Rule ink={ink} accent={accent} />
        <div style={{ marginTop: 20, fontSize: 26 }}>{by}</div>
      </div>
    </div>
  );
}

/**
 * Returns how much of the line its bar takes: the owner's results to scale, or a usual part without
 * results.
 */
export function barShare(proof: Portfolio["hero"]["proof"]): number {
  return proof ? proof.after.minutes / proof.before.minutes : 0.16;
}

/** The brand's motif: a thin line for the whole, with a bar for a part of it. */
function Rule({ ink, accent }: { ink: string; accent: string }) {
  return (
    <div style={{ display: "flex", flexDirection: "column" }}>
      <div
        style={{
          width: `${100 * barShare(portfolio.hero.proof)}%`,
          height: 12,
          background: accent,
        }}
      />
      <div
        style={{
          boxSizing: "border-box",
          width: "100%",
          height: 14,
          borderLeft: `2px solid ${ink}`,
          borderRight: `2px solid ${ink}`,
          borderTop: `2px solid ${ink}`,
        }}
      />
    </div>
  );
}
