// Texts that broken programs, spreadsheets and attackers put into fields.
export const hostileTexts = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "%", "%zz", "%E0%A4%A", "+", "=", "&", "&&=&"],
  ...["[object Object]", "__proto__", "constructor", "\r\nBcc: x@example.com"],
  ...["𝒳".repeat(3000), "9".repeat(400), "<script>alert(1)</script>", "' or 1=1 --"],
  ...["NaN", "1e309", "{{ 7 | times: 7 }}"],
  // A byte order mark and direction marks inside the text.
  ...["a\ufeffb", "\u202eevil", "\u200f(813) 555-0199\u200e"],
  // Formulas.
  ...['=HYPERLINK("http://x.example.com","a")', "+1+1", "-1", "@SUM(A1)", "\t=1"],
  // Numbers beyond 2^53.
  ...["9007199254740993", "18446744073709551616"],
  // Times: not valid, without a zone, in 1900, or in the future.
  ...["0000-01-01T00:00:00Z", "2026-03-14 09:05:11", "1900-01-01", "0"],
  ...["9999-12-31T23:59:59-12:00", "2126-03-17T12:00:00Z", "1e99"],
];
