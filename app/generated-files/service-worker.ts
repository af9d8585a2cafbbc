import path from "node:path";
import { rolldown } from "rolldown";

const input = path.join(process.cwd(), "app/lms/service-worker/service-worker.ts");

/**
 * Bundles the lead desk's service worker into one file, because each import would be another
 * request.
 */
export async function makeServiceWorker(): Promise<string> {
  const bundle = await rolldown({ input });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  return output[0].code;
}
