// Days and periods of the server's calendar, as text like `2026-11-21`. The device's own clock and zone play no part.

import { dayName, language } from "./wording.js";

/** @param {string} day */
function instant(day) {
  return Date.parse(`${day}T00:00:00Z`);
}

/** @param {number} ms */
function dayOf(ms) {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * @param {string} day
 * @param {number} days
 */
export function advanced(day, days) {
  // UTC has no summer time.
  return dayOf(instant(day) + days * 86_400_000);
}

/**
 * 1 for Monday, 7 for Sunday.
 * @param {string} day
 */
export function weekday(day) {
  return new Date(instant(day)).getUTCDay() || 7;
}

/**
 * @param {string} month `2026-11`
 * @param {number} months
 */
export function advancedMonth(month, months) {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/**
 * The days of a month in weeks from Monday to Sunday; null outside it.
 * @param {string} month
 * @returns {(string | null)[][]}
 */
export function weeksOf(month) {
  const first = `${month}-01`;
  const count = new Date(instant(`${advancedMonth(month, 1)}-01`) - 1).getUTCDate();
  /** @type {(string | null)[]} */
  const days = [
    ...Array(weekday(first) - 1).fill(null),
    ...Array.from({ length: count }, (_, index) => advanced(first, index)),
  ];
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

/**
 * The names of the days of a week, from Monday on.
 * @param {"long" | "narrow"} width
 */
export function weekdayNames(width) {
  return Array.from({ length: 7 }, (_, index) => dayName(advanced("2024-01-01", index), { weekday: width }));
}

/**
 * The week of a day by ISO 8601: `2026-W47`. Its year is that of its Thursday.
 * @param {string} day
 */
export function weekOf(day) {
  const thursday = advanced(day, 4 - weekday(day));
  const year = thursday.slice(0, 4);
  const number = 1 + Math.floor((instant(thursday) - instant(`${year}-01-01`)) / (7 * 86_400_000));
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/**
 * The Monday of a week.
 * @param {string} week
 */
export function mondayOf(week) {
  const [year = "", number = "1"] = week.split("-W");
  // It is always in the first week.
  const fourth = `${year}-01-04`;
  return advanced(fourth, 1 - weekday(fourth) + 7 * (Number(number) - 1));
}

/** @typedef {"day" | "week" | "month" | "all"} Span */

/**
 * The period of a span that has a day in it.
 * @param {Span} span
 * @param {string} day
 */
export function periodOf(span, day) {
  return span === "day" ? day : span === "week" ? weekOf(day) : span === "month" ? day.slice(0, 7) : "all";
}

/**
 * The period before or after.
 * @param {Span} span
 * @param {string} period
 * @param {number} by
 */
export function shifted(span, period, by) {
  if (span === "day") return advanced(period, by);
  if (span === "week") return weekOf(advanced(mondayOf(period), 7 * by));
  return span === "month" ? advancedMonth(period, by) : period;
}

/**
 * `21 November 2026`
 * @param {string} day
 */
export const longDay = (day) => dayName(day, { day: "numeric", month: "long", year: "numeric" });

/**
 * `21 Nov`
 * @param {string} day
 */
export const shortDay = (day) => dayName(day, { day: "numeric", month: "short" });

/**
 * `November 2026`
 * @param {string} month
 */
export const monthName = (month) => dayName(`${month}-01`, { month: "long", year: "numeric" });

/**
 * A period in words.
 * @param {Span} span
 * @param {string} period
 * @param {string} today
 * @param {{ all: string, today: string, yesterday: string, week: string }} words of periods that have a name
 */
export function periodName(span, period, today, words) {
  if (span === "all") return words.all;
  if (span === "day")
    return period === today
      ? words.today
      : period === advanced(today, -1)
        ? words.yesterday
        : dayName(period, {
            weekday: "short",
            day: "numeric",
            month: "short",
            ...(period.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
          });
  if (span === "month") return monthName(period);
  if (period === weekOf(today)) return words.week;
  const monday = mondayOf(period);
  return new Intl.DateTimeFormat(language, { timeZone: "UTC", day: "numeric", month: "short" })
    .formatRange(instant(monday), instant(advanced(monday, 6)));
}
