import { describe, expect, test } from "bun:test";
import type { Column } from "../../cli/lib/output/column.ts";
import { formatRecord, formatTable, wrapWords } from "../../cli/lib/output/table.ts";
import { redact } from "../../cli/lib/text/redact.ts";
import { createStyle } from "../../cli/lib/text/style.ts";
import { describeAge, parseDuration, parseTime } from "../../cli/lib/values/duration.ts";
import { normalizeRecipient } from "../../cli/lib/values/recipient.ts";

describe("durations", () => {
  test.each([
    ["500ms", 500],
    ["60s", 60_000],
    ["1.5m", 90_000],
    ["2h", 7_200_000],
    ["30d", 2_592_000_000],
    ["1w", 604_800_000],
  ])("%s", (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds));

  test.each(["", "60", "s", "-1s", "1y", "1s2"])("%p is none", (text) => {
    expect(() => parseDuration(text)).toThrow("is not a duration");
  });

  test("times are counted from now or taken as they are", () => {
    const now = new Date("2026-01-10T00:00:00Z");
    expect(parseTime("1d", 1, now)).toBe("2026-01-11T00:00:00.000Z");
    expect(parseTime("1d", -1, now)).toBe("2026-01-09T00:00:00.000Z");
    expect(parseTime("2026-02-03T10:00:00+02:00", 1, now)).toBe("2026-02-03T08:00:00.000Z");
    expect(parseTime("2026-02-03 10:00Z", 1, now)).toBe("2026-02-03T10:00:00.000Z");
  });

  test.each(["2026-02-03", "2026-02-03T00:00", "2026-02-03 00:00:00"])("%s is of this zone", (text) => {
    expect(parseTime(text, 1)).toBe(new Date(2026, 1, 3).toISOString());
  });

  test.each([
    "soon",
    "99999999999999h",
    "2026-02-30",
    "2026-02-30T10:00Z",
    "2026-13-01",
    "2026-02-03T25:00",
    "2026-02-03x",
  ])("%s is no time", (text) => expect(() => parseTime(text, 1)).toThrow("neither a duration nor a date"));

  test("ages name the largest unit", () => {
    const now = new Date("2026-01-10T00:00:00Z");
    expect(describeAge("2026-01-09T23:59:30Z", now)).toBe("30s ago");
    expect(describeAge("2026-01-08T00:00:00Z", now)).toBe("2d ago");
    expect(describeAge("2026-01-10T03:00:00Z", now)).toBe("in 3h");
  });
});

describe("recipients", () => {
  test.each([
    ["+49 (151) 123-45.67", "491511234567"],
    ["00491511234567", "491511234567"],
    ["1203630@g.us", "1203630@g.us"],
  ])("%s", (text, expected) => expect(normalizeRecipient(text)).toBe(expected));

  test.each(["", "12", "abc", "49151x", "0151 23456789", "+49 30 1234567/68"])("%p is none", (text) => {
    expect(() => normalizeRecipient(text)).toThrow(/number|country code|could be/);
  });
});

test("whatever looks like a secret is cut out of remarks", () => {
  const text = `wp_${"a".repeat(36)} whsec_c2VjcmV0 EA${"b".repeat(40)} Bearer abc.def https://user:pass@example.com/`;
  expect(redact(text)).toBe("wp_… whsec_… EA… Bearer … https://user:…@example.com/");
});

test("a record's values that don't fit beside one another stand below one another", () => {
  const columns = [
    { title: "id", value: () => "x" },
    { title: "history", value: () => ["queued yesterday", "sent today"] },
  ];
  const record = (width: number) => formatRecord({}, columns, { style: createStyle(false), width });
  expect(record(80)).toBe("id       x\nhistory  queued yesterday,sent today\n");
  expect(record(30)).toBe("id       x\nhistory  queued yesterday\n         sent today\n");
});

test("the last column of a table is broken between words below its beginning", () => {
  const columns = [
    { title: "id", value: () => "x".repeat(10) },
    { title: "target", value: () => "endpoint ep_01M7YSNFXZ" },
  ];
  const { text: table } = formatTable([{}], columns, {
    width: 30,
    style: createStyle(false),
    heading: false,
  });
  expect(table).toBe(`${"x".repeat(10)}  endpoint\n${" ".repeat(12)}ep_01M7YSNFXZ\n`);
});

test("a text is parted between words alone", () => {
  expect(wrapWords("Set fsync = on, or else.", 10)).toEqual(["Set fsync", "= on, or", "else."]);
  expect(wrapWords("Set fsync", 9)).toEqual(["Set fsync"]);
  expect(wrapWords("https://example.com/ is away", 10)).toEqual(["https://example.com/", "is away"]);
});

test("the least important columns are left out first, and a shortened one has the room that the others leave", () => {
  const columns = [
    { title: "id", value: () => "x".repeat(10) },
    { title: "kind", value: () => "y".repeat(10), optional: 3 },
    { title: "text", value: () => "Grüße 👍🏽 an alle hier", cut: true as const, optional: 2 },
    { title: "error", value: ({ error }: { error?: string }) => error, cut: true as const, optional: 1 },
  ];
  const lines = (width: number, row: { error?: string }) =>
    formatTable([row], columns, { width, style: createStyle(false), heading: false }).text.trimEnd();
  expect(lines(60, {})).toBe("xxxxxxxxxx  yyyyyyyyyy  Grüße 👍🏽 an alle hier");
  expect(lines(27, {})).toBe("xxxxxxxxxx  Grüße 👍🏽 an al…");
  expect(lines(40, { error: "expired" })).toBe("xxxxxxxxxx  Grüße 👍🏽 an alle h…  expired");
  expect(lines(20, { error: "expired" })).toBe("xxxxxxxxxx  expired");
});

test("dates and ids are shortened before what matters is left out", () => {
  const id = "01920c3e-7a4b-7c3d-8e1f-2a3b4c5d6e7f";
  const columns: Column<object>[] = [
    { title: "id", value: () => id },
    { title: "name", value: () => "Gülay Öztürk", cut: true },
    {
      title: "updated",
      value: () => new Date(Date.now() - 7_260_000).toISOString(),
      kind: "time",
      optional: 3,
    },
    { title: "error", value: () => null, otherwise: () => "not delivered", cut: true, optional: 1 },
  ];
  const line = (width: number) =>
    formatTable([{}], columns, { width, style: createStyle(false), heading: false });
  expect(line(80).text).toBe(`${id}  Gülay Öztürk  2h ago   not delivered\n`);
  expect(line(66)).toEqual({ text: `${id}  Gülay Öztürk  not delivered\n`, hasShortIds: false });
  expect(line(60).text).toBe("…4c5d6e7f  Gülay Öztürk  2h       not delivered\n");
  expect(line(60).hasShortIds).toBe(true);
});

test("a table wider than the terminal leaves optional columns out, rightmost first", () => {
  const columns = [
    { title: "id", value: () => "x".repeat(10) },
    { title: "a", value: () => "y".repeat(10), optional: true as const },
    { title: "b", value: () => "z".repeat(10), optional: true as const },
  ];
  const { text: table } = formatTable([{}], columns, { width: 25, style: createStyle(false), heading: true });
  expect(table).toBe(`ID          A\n${"x".repeat(10)}  ${"y".repeat(10)}\n`);
});
