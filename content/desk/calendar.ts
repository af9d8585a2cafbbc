/** Sunday first, as the contract counts. */
export const weekDays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** The time zones of the states and territories, by the names that people use for them. */
export const usTimeZones: { value: string; name: string }[] = [
  { value: "America/New_York", name: "Eastern" },
  { value: "America/Chicago", name: "Central" },
  { value: "America/Denver", name: "Mountain" },
  { value: "America/Phoenix", name: "Mountain, no daylight saving (Arizona)" },
  { value: "America/Los_Angeles", name: "Pacific" },
  { value: "America/Anchorage", name: "Alaska" },
  { value: "Pacific/Honolulu", name: "Hawaii" },
  { value: "America/Puerto_Rico", name: "Atlantic (Puerto Rico, U.S. Virgin Islands)" },
  { value: "Pacific/Guam", name: "Chamorro (Guam, Northern Mariana Islands)" },
  { value: "Pacific/Pago_Pago", name: "Samoa" },
];
