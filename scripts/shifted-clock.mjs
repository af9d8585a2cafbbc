// Preloaded into a product whose pictures are taken: its clock is off by CLOCK_SHIFT_MS.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + shiftMs] : args));
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
