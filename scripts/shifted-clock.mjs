// Preloaded into a product whose pictures are taken, or for which a journey lets days pass: its clock
// is off by CLOCK_SHIFT_MS. With CLOCK_SHIFT_FILE by what that file says, which may change: a clock
// that jumps.
import { readFileSync } from "node:fs";

let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;
const file = process.env.CLOCK_SHIFT_FILE;
if (file) {
  const everyMs = 100;
  setInterval(() => {
    shiftMs = Number(readFileSync(file, "utf8"));
  }, everyMs).unref();
}

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + shiftMs] : args));
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
