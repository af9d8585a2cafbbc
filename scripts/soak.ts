// npm run soak [-- --minutes 60 --practices 200]: simulates a day of many practices in an hour,
// during which the mail server and the database stop, the disk fills up, and the clock jumps
// (e2e/a-day.soak.ts).
import { parseArgs } from "node:util";
import { testOnSmallDisk } from "./small-disk.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    practices: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
  },
});
const soak = {
  minutes: Number(values.minutes),
  practices: Number(values.practices),
  seed: Number(values.seed),
};
testOnSmallDisk("soak", "1500m", { TEST_SOAK: JSON.stringify(soak) });
