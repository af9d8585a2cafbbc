// Formats percentages and counts for screens, emails and PDFs.

/**
 * Returns a text such as "84%". It never rounds to 0% or 100%, so 99.6% becomes 99%, and 0.2%
 * becomes 1%.
 */
export function shareText(part: number, total: number): string {
  if (total === 0) return "–";
  const percent = (part / total) * 100;
  if (part > 0 && part < total) return `${Math.min(99, Math.max(1, Math.round(percent)))}%`;
  return `${Math.round(percent)}%`;
}

export function numberText(count: number): string {
  return count.toLocaleString("en-US");
}
