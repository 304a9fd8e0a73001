import assert from "node:assert/strict";
import { test } from "node:test";
import { advanced, advancedMonth, mondayOf, periodName, periodOf, shifted, weekOf, weekday, weeksOf } from "../days.js";
import { ranking } from "../wording/results.js";

test("Weeks are those of ISO 8601, where the year is that of the Thursday", () => {
  const known = {
    "2026-11-21": "2026-W47",
    "2027-01-01": "2026-W53",
    "2027-01-03": "2026-W53",
    "2027-01-04": "2027-W01",
    "2024-12-30": "2025-W01",
    "2021-01-03": "2020-W53",
    "2022-01-01": "2021-W52",
    "2018-12-31": "2019-W01",
    "2005-01-01": "2004-W53",
    "2008-12-29": "2009-W01",
  };
  for (const [day, week] of Object.entries(known)) assert.equal(weekOf(day), week, day);
});

test("For forty years each day’s week begins on a Monday of the same number, and the next week follows", () => {
  let day = "2000-01-01";
  for (let count = 0; count < 14_610; count += 1, day = advanced(day, 1)) {
    const week = weekOf(day);
    const monday = mondayOf(week);
    assert.equal(weekday(monday), 1, day);
    assert.equal(weekOf(monday), week, day);
    assert.ok(monday <= day && day <= advanced(monday, 6), day);
    assert.equal(shifted("week", shifted("week", week, 1), -1), week);
  }
  assert.equal(day, "2040-01-01");
});

test("Months begin on their weekday, and have all their days", () => {
  const november = weeksOf("2026-11");
  assert.deepEqual(november[0], [null, null, null, null, null, null, "2026-11-01"]);
  assert.equal(november.flat().filter(Boolean).length, 30);
  assert.equal(weeksOf("2028-02").flat().filter(Boolean).length, 29);
  assert.ok(weeksOf("2027-02").every((week) => week.length === 7) && weeksOf("2027-02").length === 4);
  assert.deepEqual(
    [advancedMonth("2026-12", 1), advancedMonth("2026-01", -1), advancedMonth("2026-11", 14)],
    ["2027-01", "2025-12", "2028-01"],
  );
});

test("Every period has its name", () => {
  assert.deepEqual(
    ["day", "week", "month", "all"].map((span) => periodOf(span, "2026-11-21")),
    ["2026-11-21", "2026-W47", "2026-11", "all"],
  );
  assert.deepEqual(
    [shifted("day", "2026-03-01", -1), shifted("month", "2026-01", -1), shifted("all", "all", 1)],
    ["2026-02-28", "2025-12", "all"],
  );
  assert.deepEqual(
    [
      ["day", "2026-11-21"],
      ["day", "2026-11-20"],
      ["day", "2026-11-03"],
      ["week", "2026-W47"],
      ["week", "2026-W44"],
      ["month", "2026-11"],
      ["all", "all"],
    ].map(([span, period]) => periodName(span, period, "2026-11-21", ranking.periods).replace(/\s/g, " ")),
    ["Today", "Yesterday", "Tue 3 Nov", "This week", "26 Oct – 1 Nov", "November 2026", "All time"],
  );
});
