// What stored words mean if they are from before templates had a language and hours. Versions of
// sets are immutable, so a migration can't add these values.
export const missingWords = { language: "en", receivedWhile: "any" } as const;
