// npm run test:full-disk: runs the built product on a small disk that fills up
// (e2e/full-disk.drill.ts).
import { testOnSmallDisk } from "./small-disk.ts";

// The disk has room for two fresh data folders and little more.
testOnSmallDisk("drills", "600m");
