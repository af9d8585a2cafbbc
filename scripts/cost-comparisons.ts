/**
 * Tests that compare the CPU time of an input with that of one four times as large, which is slow,
 * and wrong now and then on a busy machine. They run only in `npm run test:long`.
 */
export const costComparisons = [
  "e2e/worst-requests.spec.ts",
  "server/messages/mail/worst-bounces.test.ts",
  "server/sources/advertising/worst-reports.test.ts",
  "server/sources/imports/worst-files.test.ts",
  "server/whole-api/worst-bodies.test.ts",
];
