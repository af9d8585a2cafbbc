// Shifts the clock of a product that preloads this file, for pictures or for a journey that lets
// days pass. The shift is CLOCK_SHIFT_MS or, if CLOCK_SHIFT_FILE is set, the content of that file,
// which may change, so that the clock jumps.
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
