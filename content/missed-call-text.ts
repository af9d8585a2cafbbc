// The text that answers a missed call, unless the practice has written its own.

/** `practice`: its name. With a name of up to 60 characters, it fits in one text of 160. */
export const missedCallText = (practice: string) =>
  `Hi, this is ${practice}. Sorry we missed your call. How can we help? Reply STOP to opt out.`;
