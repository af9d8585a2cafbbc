// Charts of the monthly report. They are vector drawings, so they print sharply at any size.
import { G, Line, Rect, Svg, Text as SvgText, View } from "@react-pdf/renderer";
import { monthReportWords as words } from "#content/month-report.ts";
import type { buckets } from "#contract/month-lines.ts";
import { shareText } from "#contract/shares.ts";
import { onTimeMinutes } from "#contract/timeliness.ts";
import { accent, emptyBar, muted, statusColors, styles, uncalledColor } from "./month-styles.ts";

const width = 516;

/**
 * How all inquiries are divided into buckets, in one counting mode. `lateCalled` excludes uncalled
 * inquiries.
 */
export type StackedBar = { lt10: number; lt60: number; lateCalled: number; uncalled: number };

const stack = [
  { part: "lt10", color: statusColors.lt10 },
  { part: "lt60", color: statusColors.lt60 },
  { part: "lateCalled", color: statusColors.other },
  { part: "uncalled", color: uncalledColor },
] as const;

export function Stacked({ bar }: { bar: StackedBar }) {
  const total = stack.reduce((sum, { part }) => sum + bar[part], 0);
  let from = 0;
  return (
    <Svg viewBox={`0 0 ${width} 16`} style={{ width, height: 16, marginTop: 4 }}>
      <Rect x={0} y={0} width={width} height={16} rx={3} fill={emptyBar} />
      {stack.map(({ part, color }) => {
        const wide = total === 0 ? 0 : (bar[part] / total) * width;
        const at = from;
        from += wide;
        return (
          <Rect key={part} x={at} y={0} width={Math.max(0, wide - 1)} height={16} fill={color} />
        );
      })}
    </Svg>
  );
}

export const stackColors = Object.fromEntries(stack.map(({ part, color }) => [part, color]));

const high = 96;
const top = 16;
const base = 80;

/** Draws a column for each number of minutes, with the share of leads called within it. */
export function Columns({ columns }: { columns: { minutes: number; share: number }[] }) {
  const step = width / Math.max(1, columns.length);
  const wide = Math.min(52, step * 0.56);
  return (
    <Svg viewBox={`0 0 ${width} ${high}`} style={{ width, height: high, ...styles.chart }}>
      <Line x1={0} y1={base} x2={width} y2={base} stroke={muted} strokeWidth={0.8} />
      {columns.map(({ minutes, share }, index) => {
        const middle = step * (index + 0.5);
        const tall = (base - top) * share;
        return (
          <G key={minutes}>
            <Rect
              x={middle - wide / 2}
              y={base - tall}
              width={wide}
              height={Math.max(0.6, tall)}
              fill={minutes <= onTimeMinutes ? statusColors.lt10 : accent}
            />
            <SvgText
              x={middle}
              y={base - tall - 4}
              textAnchor="middle"
              style={{ fontFamily: "Text", fontSize: 10 }}
            >
              {shareText(share, 1)}
            </SvgText>
            <SvgText
              x={middle}
              y={base + 13}
              textAnchor="middle"
              style={{ fontFamily: "Text", fontSize: 9 }}
              fill={muted}
            >
              {words.withinMinutes(minutes)}
            </SvgText>
          </G>
        );
      })}
    </Svg>
  );
}

/**
 * Draws a share as a bar in the color of its bucket. The share is null if there are too few
 * inquiries.
 */
export function Bar({
  share,
  bucket,
  long = 240,
}: {
  share: number | null;
  bucket: (typeof buckets)[number];
  long?: number;
}) {
  return (
    <View>
      <Svg viewBox={`0 0 ${long} 9`} style={{ width: long, height: 9 }}>
        <Rect x={0} y={0} width={long} height={9} rx={2} fill={emptyBar} />
        {share !== null && share > 0 && (
          <Rect x={0} y={0} width={long * share} height={9} rx={2} fill={statusColors[bucket]} />
        )}
      </Svg>
    </View>
  );
}
