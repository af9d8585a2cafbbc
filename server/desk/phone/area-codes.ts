// The time zones of area codes. They are only a guess, because people keep their numbers when they
// move. Source: libphonenumber's time-zone map, github.com/google/libphonenumber, file
// resources/timezones/map_data.txt, as of 17 July 2026: a code's own zone and those of its
// exchanges; zones with the same time today are merged (Boise is Denver, Juneau is Anchorage).
// Overlay codes that aren't in it yet have the zones of the code they overlay, by order of the
// regulator: 364 over 270 (Kentucky PSC), 448 over 850 and 689 over 407 (Florida PSC), 729 over 423
// (Tennessee PUC), 879 over 709 (CRTC), 930 over 812 (Indiana URC). Toll-free (800 etc.), 900 and
// personal numbers have no location, so they aren't listed.
import { type CallCountry, callCountries } from "#server/config-values.ts";

const areas: { timeZones: string[]; codes: string }[] = [
  {
    timeZones: ["America/New_York"],
    codes: `
      201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276
      283 301 302 304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386
      401 404 407 410 412 413 419 434 440 443 445 463 470 472 475 478 484 502 508 513 516 517
      518 540 551 561 567 570 571 582 585 586 603 607 609 610 614 616 617 631 640 645 646 656
      667 678 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754 757 762 765
      770 771 772 774 781 786 802 803 804 810 813 814 821 826 828 835 838 839 843 845 848 854
      856 857 859 860 862 863 864 865 878 904 908 910 912 914 917 919 929 934 937 941 943 947
      948 954 959 973 978 980 984 989`,
  },
  {
    timeZones: ["America/Chicago"],
    codes: `
      205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320
      325 327 331 334 337 346 353 361 402 405 409 414 417 430 432 447 464 469 479 501 504 507
      512 515 531 534 539 557 563 572 573 580 601 608 612 615 618 629 630 636 641 651 659 660
      662 682 708 712 713 715 726 730 731 737 763 769 773 779 806 815 816 817 830 832 847
      870 872 901 903 913 918 920 931 936 938 940 945 952 956 972 975 979 985`,
  },
  {
    timeZones: ["America/Los_Angeles"],
    codes: `
      206 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 458 503 509 510 530 559
      562 564 619 626 628 650 657 661 669 702 707 714 725 738 747 760 805 818 820 831 840 858
      909 916 925 949 951 971`,
  },
  {
    timeZones: ["America/Toronto"],
    codes: `
      226 249 263 289 343 354 365 367 382 416 437 438 450 468 514 519 548 579 581 613 647 683
      705 742 753 819 873 905 942`,
  },
  {
    timeZones: ["America/Denver"],
    codes: "303 307 385 406 435 505 575 719 720 748 801 915 970 983",
  },
  {
    timeZones: ["America/Edmonton"],
    codes: "368 403 587 780 825",
  },
  {
    timeZones: ["America/Vancouver"],
    codes: "236 257 604 672 778",
  },
  {
    timeZones: ["America/Halifax"],
    codes: "428 506 782 902",
  },
  {
    timeZones: ["America/Phoenix"],
    codes: "480 520 602 623",
  },
  {
    timeZones: ["America/Winnipeg"],
    codes: "204 431 474 584",
  },
  {
    timeZones: ["America/Santo_Domingo"],
    codes: "809 829 849",
  },
  {
    timeZones: ["America/Jamaica"],
    codes: "658 876",
  },
  {
    timeZones: ["America/Puerto_Rico"],
    codes: "787 939",
  },
  {
    timeZones: ["America/Regina"],
    codes: "306 639",
  },
  {
    timeZones: ["America/Anguilla"],
    codes: "264",
  },
  {
    timeZones: ["America/Antigua"],
    codes: "268",
  },
  {
    timeZones: ["America/Barbados"],
    codes: "246",
  },
  {
    timeZones: ["America/Cayman"],
    codes: "345",
  },
  {
    timeZones: ["America/Dominica"],
    codes: "767",
  },
  {
    timeZones: ["America/Grand_Turk"],
    codes: "649",
  },
  {
    timeZones: ["America/Grenada"],
    codes: "473",
  },
  {
    timeZones: ["America/Lower_Princes"],
    codes: "721",
  },
  {
    timeZones: ["America/Montserrat"],
    codes: "664",
  },
  {
    timeZones: ["America/Nassau"],
    codes: "242",
  },
  {
    timeZones: ["America/Port_of_Spain"],
    codes: "868",
  },
  {
    timeZones: ["America/St_Kitts"],
    codes: "869",
  },
  {
    timeZones: ["America/St_Lucia"],
    codes: "758",
  },
  {
    timeZones: ["America/St_Thomas"],
    codes: "340",
  },
  {
    timeZones: ["America/St_Vincent"],
    codes: "784",
  },
  {
    timeZones: ["America/Tortola"],
    codes: "284",
  },
  {
    timeZones: ["Atlantic/Bermuda"],
    codes: "441",
  },
  {
    timeZones: ["Pacific/Guam"],
    codes: "671",
  },
  {
    timeZones: ["Pacific/Honolulu"],
    codes: "808",
  },
  {
    timeZones: ["Pacific/Pago_Pago"],
    codes: "684",
  },
  {
    timeZones: ["Pacific/Saipan"],
    codes: "670",
  },
  {
    timeZones: ["America/Chicago", "America/New_York"],
    codes: "219 270 364 423 448 574 606 729 812 850 906 930",
  },
  {
    timeZones: ["America/Chicago", "America/Denver"],
    codes: "308 605 620 701 785",
  },
  {
    timeZones: ["America/Denver", "America/Los_Angeles"],
    codes: "208 541 775 986",
  },
  {
    timeZones: ["America/Halifax", "America/St_Johns"],
    codes: "709 879",
  },
  {
    timeZones: ["America/Adak", "America/Anchorage"],
    codes: "907",
  },
  {
    timeZones: ["America/Denver", "America/Phoenix"],
    codes: "928",
  },
  {
    timeZones: [
      "America/Edmonton",
      "America/Fort_Nelson",
      "America/Toronto",
      "America/Vancouver",
      "America/Winnipeg",
    ],
    codes: "867",
  },
  {
    timeZones: ["America/Edmonton", "America/Vancouver"],
    codes: "250",
  },
  {
    timeZones: ["America/Halifax", "America/Toronto"],
    codes: "418",
  },
  {
    timeZones: ["America/Toronto", "America/Winnipeg"],
    codes: "807",
  },
];

const timeZonesByCode = new Map(
  areas.flatMap(({ timeZones, codes }) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, timeZones] as const),
  ),
);

/** The time zones of the fifty states, and those of Canada. */
const zonesOf: Record<CallCountry, ReadonlySet<string>> = {
  US: new Set([
    ...["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"],
    ...["America/Phoenix", "America/Anchorage", "America/Adak", "Pacific/Honolulu"],
  ]),
  CA: new Set([
    ...["America/Toronto", "America/Edmonton", "America/Vancouver", "America/Fort_Nelson"],
    ...["America/Halifax", "America/Winnipeg", "America/Regina", "America/St_Johns"],
  ]),
};

/**
 * Returns the country of a number by its area code; null if the area code is unknown or in another
 * country. Toll fraud uses those countries of the numbering plan, such as Jamaica (+1 876).
 */
export function countryOf(phone: string): CallCountry | null {
  const zones = timeZonesOf(phone);
  return callCountries.find((country) => zones.some((zone) => zonesOf[country].has(zone))) ?? null;
}

/** Checks whether a number has an area code in the fifty states. */
export function isUsNumber(phone: string): boolean {
  return countryOf(phone) === "US";
}

/**
 * Returns the probable time zones of the person with this number, by the area code of an E.164
 * number in the North American Numbering Plan. Empty for any other number.
 */
export function timeZonesOf(phone: string): string[] {
  const code = /^\+1(\d{3})\d{7}$/.exec(phone)?.[1];
  return (code && timeZonesByCode.get(code)) || [];
}
