// The entry of the thread that reads a calendar (`busy-times-on-thread.ts`). The build makes it a
// separate file.
import { parentPort, workerData } from "node:worker_threads";
import { type BusyTimesOptions, findBusyTimes } from "./busy-times.ts";

const { text, options }: { text: string; options: BusyTimesOptions } = workerData;
parentPort?.postMessage(findBusyTimes(text, options));
