// Lists every screen that `npm run shots` captures, with the steps before each screenshot.
import { consoleShots } from "./screens/console.ts";
import { deskShots } from "./screens/desk.ts";
import { publicShots } from "./screens/public.ts";
import type { Shot } from "./screens/shot.ts";

export const shots: Shot[] = [...publicShots, ...deskShots, ...consoleShots];
