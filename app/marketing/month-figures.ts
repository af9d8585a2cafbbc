// The numbers on the landing page about its sample month, counted from the list of sample leads.
import { deskSince, sampleAdsPerDay, sampleMonth } from "#content/marketing/month.ts";
import { minuteMs } from "#contract/durations.ts";
import { type Bucket, bucketOf } from "#contract/timeliness.ts";

export const monthDays = 31;

export function bucketOfWait(minutes: number): Bucket {
  return bucketOf(minutes * minuteMs);
}

/** Returns the numbers for the sample month with this monthly fee. All amounts are in dollars. */
export function countMonth(fee: number) {
  const isOnTime = ([, waited]: (typeof sampleMonth)[number]) => bucketOfWait(waited) === "lt10";
  const [before, after] = [
    sampleMonth.filter(([day]) => day < deskSince),
    sampleMonth.filter(([day]) => day >= deskSince),
  ];
  const ads = sampleAdsPerDay * monthDays;
  const booked = sampleMonth.filter(([, , isBooked]) => isBooked).length;
  return {
    leads: sampleMonth.length,
    onTime: sampleMonth.filter(isOnTime).length,
    before: { onTime: before.filter(isOnTime).length, leads: before.length },
    after: { onTime: after.filter(isOnTime).length, leads: after.length },
    ...{ booked, fee, ads, spent: fee + ads, perBooked: Math.round((fee + ads) / booked) },
  };
}
