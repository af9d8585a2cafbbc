// The facts about the owner and the agency. `npm run setup` asks for them and writes owner.json.
// Name, phone, email and city of the person are in resume.json.
import type { Owner } from "#contract/content.ts";
import json from "./owner.json" with { type: "json" };

export const owner = json as Owner;
