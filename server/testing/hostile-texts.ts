// Texts that broken programs, spreadsheets and attackers put into fields.
export const hostileTexts = [
  ...["", " ", "\u0000", "a\u0000b", "\ud800", "%", "%zz", "%E0%A4%A", "+", "=", "&", "&&=&"],
  ...["[object Object]", "__proto__", "constructor", "\r\nBcc: x@example.com"],
  ...["𝒳".repeat(3000), "9".repeat(400), "<script>alert(1)</script>", "' or 1=1 --"],
  ...["NaN", "1e309", "{{ 7 | times: 7 }}"],
  // These texts contain a byte order mark and direction marks.
  ...["a\ufeffb", "\u202eevil", "\u200f(813) 555-0199\u200e"],
  // Spreadsheets would run these as formulas.
  ...['=HYPERLINK("http://x.example.com","a")', "+1+1", "-1", "@SUM(A1)", "\t=1"],
  // These numbers are larger than 2^53.
  ...["9007199254740993", "18446744073709551616"],
  // These times are invalid, lack a time zone, or are in 1900 or the future.
  ...["0000-01-01T00:00:00Z", "2026-03-14 09:05:11", "1900-01-01", "0"],
  ...["9999-12-31T23:59:59-12:00", "2126-03-17T12:00:00Z", "1e99"],
];
