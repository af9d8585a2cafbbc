/** "Nov 22, 2026, 4:30 pm", in the browser's time zone unless another one is given. */
export function momentText(
  at: string,
  options: { timeZone?: string; timeStyle?: "short" | "medium" } = {},
): string {
  const format = { dateStyle: "medium", timeStyle: "short", ...options } as const;
  return lowercaseMeridiem(new Date(at).toLocaleString("en-US", format));
}

/** "AM" and "PM" as everywhere else on the sites: "am" and "pm". */
export function lowercaseMeridiem(text: string): string {
  return text.replace(/\b[AP]M\b/g, (half) => half.toLowerCase());
}
