// Every screen that `npm run shots` takes a picture of, and what a person does there first.
import { consoleShots } from "./screens/console.ts";
import { deskShots } from "./screens/desk.ts";
import { publicShots } from "./screens/public.ts";
import type { Shot } from "./screens/shot.ts";

export const shots: Shot[] = [...publicShots, ...deskShots, ...consoleShots];
