import type { Machine } from "./process.ts";

/** A moment in the device's time zone. */
export interface DeviceDate {
  epochMs: number;
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** 0 is Sunday. */
  weekday: number;
  offsetMinutes: number;
  zone: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetOf(epochMs: number, zone: string): number {
  if (zone === "UTC" || zone === "GMT") return 0;
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    formats.set(zone, format);
  }
  const name = format.formatToParts(epochMs).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name);
  return match ? (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) : 0;
}

/** Splits epoch milliseconds in the zone of persist.sys.timezone, or in UTC. */
export function deviceDate(epochMs: number, machine: Machine, utc = false): DeviceDate {
  const zone = utc ? "UTC" : (machine.system.properties.get("persist.sys.timezone") ?? "UTC");
  let offsetMinutes = 0;
  try {
    offsetMinutes = offsetOf(epochMs, zone);
  } catch {
    // An unknown zone counts as UTC, as in the C library.
  }
  const local = new Date(epochMs + offsetMinutes * 60_000);
  return {
    epochMs,
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
    weekday: local.getUTCDay(),
    offsetMinutes,
    zone: zone === "UTC" ? "UTC" : zone,
  };
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** strftime, as far as scripts use it. */
export function formatDate(date: DeviceDate, format: string): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const sign = date.offsetMinutes < 0 ? "-" : "+";
  const away = Math.abs(date.offsetMinutes);
  const nanoseconds = `${String(date.millisecond).padStart(3, "0")}000000`;
  const fields: Record<string, () => string> = {
    "%": () => "%",
    a: () => (DAYS[date.weekday] as string).slice(0, 3),
    A: () => DAYS[date.weekday] as string,
    b: () => (MONTHS[date.month - 1] as string).slice(0, 3),
    h: () => (MONTHS[date.month - 1] as string).slice(0, 3),
    B: () => MONTHS[date.month - 1] as string,
    c: () => formatDate(date, "%a %b %e %H:%M:%S %Y"),
    d: () => two(date.day),
    D: () => formatDate(date, "%m/%d/%y"),
    e: () => String(date.day).padStart(2),
    F: () => formatDate(date, "%Y-%m-%d"),
    H: () => two(date.hour),
    I: () => two(date.hour % 12 || 12),
    j: () =>
      String(
        Math.floor((Date.UTC(date.year, date.month - 1, date.day) - Date.UTC(date.year, 0, 0)) / 86_400_000),
      ).padStart(3, "0"),
    m: () => two(date.month),
    M: () => two(date.minute),
    n: () => "\n",
    N: () => nanoseconds,
    p: () => (date.hour < 12 ? "AM" : "PM"),
    s: () => String(Math.floor(date.epochMs / 1000)),
    S: () => two(date.second),
    t: () => "\t",
    T: () => formatDate(date, "%H:%M:%S"),
    R: () => formatDate(date, "%H:%M"),
    u: () => String(date.weekday || 7),
    w: () => String(date.weekday),
    y: () => two(date.year % 100),
    Y: () => String(date.year),
    z: () => `${sign}${two(Math.floor(away / 60))}${two(away % 60)}`,
    Z: () => (date.zone === "UTC" ? "UTC" : `${sign}${two(Math.floor(away / 60))}`),
  };
  return format
    .replace(/%3N/g, nanoseconds.slice(0, 3))
    .replace(/%([%a-zA-Z])/g, (all, key: string) => fields[key]?.() ?? all);
}
