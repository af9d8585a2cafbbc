import { fillTimes, timesAttribute } from "#app/marketing/landing/fill-times.ts";

for (const place of document.querySelectorAll(`[${timesAttribute}]`)) void fillTimes(place);
