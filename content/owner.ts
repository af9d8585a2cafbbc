// The facts about the owner and the agency. `npm run setup` asks for them and writes owner.json.
// The owner's name, phone number, email address and city are in resume.json.
import type { Owner } from "#contract/content.ts";
import json from "./owner.json" with { type: "json" };

export const owner = json as Owner;
