/** The parts of the log of requests: what is kept, how it is passed on, how it is read. */
import { expect, test } from "bun:test";
import { pathOf } from "../../daemon/http/address.ts";
import { linesPayloads, readPayload } from "../../daemon/logs/exchange.ts";
import type { Line } from "../../daemon/logs/line.ts";
import { createOwnLines } from "../../daemon/logs/own-lines.ts";
import { shownPath } from "../../daemon/logs/path.ts";
import { createLineReader } from "../../daemon/logs/reader.ts";
import { createReceivedLines } from "../../daemon/logs/received-lines.ts";

const ANSWERED = {
  written: 1000,
  durationMs: 4.2,
  method: "GET",
  path: "/v1/messages",
  status: 200,
  code: null,
  requestId: "r",
  actorType: "key",
  actorId: "key_1",
} as const;
const line = (number: number, source = "aaaaaaaa"): Line => ({
  ...ANSWERED,
  ...{ source, number, written: 1000 + number },
});
const FRAME = { from: "dmn_1", organization: "org_1", source: "aaaaaaaa" };

/** A reader of lines that were received; `ended` are sources that no daemon has any more. */
function readerOf(lines: Line[], seen: [string, number][] = [], ended: string[] = []) {
  const received = createReceivedLines();
  received.add(lines);
  const follower = {
    ...{ ready: Promise.resolve(true), lines: received, isOver: () => false, close: () => {} },
    knows: (source: string) => !ended.includes(source),
    changed: async () => {},
  };
  const reader = createLineReader(follower, () => true, { since: 0, seen: new Map(seen) });
  const read = async () =>
    ((await reader.next(100)) ?? []).map((one) => (one.kind === "line" ? one.line.number : `-${one.count}`));
  return { received, reader, read };
}

test("of each organisation the newest lines are kept, of the organisations those that asked last", () => {
  const ownLines = createOwnLines({ mostLines: 3, mostOrganizations: 2 });
  for (let n = 0; n < 20; n++) ownLines.add("org_1", ANSWERED);
  expect(ownLines.of("org_1").lines.map(({ number }) => number)).toEqual([18, 19, 20]);
  const { source } = ownLines.of("org_1");
  for (const organization of ["org_2", "org_3"]) ownLines.add(organization, ANSWERED);
  expect(ownLines.of("org_1").lines).toEqual([]);
  expect(ownLines.of("org_1").source).not.toBe(source);
});

test("a line is never written before the one before it, should the clock be set back", () => {
  const ownLines = createOwnLines();
  ownLines.add("org_1", { ...ANSWERED, written: 2000 });
  expect(ownLines.add("org_1", { ...ANSWERED, written: 1500 }).written).toBe(2000);
});

test("lines are passed on in payloads that Postgres takes, and come back as they were", () => {
  const long = (number: number) => ({ ...line(number), path: `/v1/${"é".repeat(100)}/${"ü".repeat(100)}` });
  const lines = Array.from({ length: 200 }, (_, index) => long(index + 1));
  const payloads = linesPayloads(FRAME, lines, "question");
  expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8000);
  const read = payloads.map(readPayload);
  expect(read.flatMap((one) => (one?.kind === "lines" ? one.lines : []))).toEqual(lines);
  expect(read.map((one) => one?.kind === "lines" && one.answers)).toEqual([
    ...payloads.slice(1).map(() => null),
    "question",
  ]);
});

test("a question is answered also where nothing is kept, and payloads of a later version are ignored", () => {
  expect(linesPayloads(FRAME, [], "question").map(readPayload)).toMatchObject([
    { lines: [], answers: "question" },
  ]);
  expect(readPayload('{"kind":"something new"}')).toBeNull();
});

test("a reader learns how many lines it can't have", async () => {
  const { read } = readerOf([line(5), line(6), line(9)], [["aaaaaaaa", 2]]);
  expect(await read()).toEqual(["-2", 5, 6, "-2", 9]);
});

test("lines that come again, and ones from before the place, are not read again", async () => {
  const { received, read } = readerOf([line(1), line(2), line(3)], [["aaaaaaaa", 1]]);
  expect(await read()).toEqual([2, 3]);
  expect(received.add([line(2), line(3)])).toBe(false);
  received.add([line(4), line(1, "bbbbbbbb")]);
  expect(await read()).toEqual([4, 1]);
  expect(await read()).toEqual([]);
});

test("of a daemon that ended is said once that lines may be missing", async () => {
  const { reader, read } = readerOf([line(1)], [["gonegone", 7]], ["gonegone"]);
  await read();
  expect([reader.hasForgotten(), reader.hasForgotten()]).toEqual([true, false]);
  expect(reader.cursor()).toBe("0-aaaaaaaa_1");
});

test("only so many lines are held for those who follow", async () => {
  const received = createReceivedLines(10);
  for (let n = 1; n <= 100; n++) received.add([line(n)]);
  expect(received.from(0, 1000).lines.length).toBeLessThan(20);
  expect(received.from(0, 1000).lines.at(-1)?.number).toBe(100);
});

test.each([
  ["http://127.0.0.1:8484/v1/contacts?q=Ada", "/v1/contacts"],
  ["http://127.0.0.1:8484/", "/"],
  ["http://[::1]/v1/a#b", "/v1/a"],
])("the path of %s is %s", (url, path) => {
  expect(pathOf(url)).toBe(path);
});

test.each([
  [`/v1/invitations/wpi_${"a".repeat(43)}`, "/v1/invitations/…"],
  [`/v1/x/whsec_${"a/b+".repeat(10)}=`, "/v1/x/…"],
  [`/v1/x/key=wp_${"A1".repeat(18)}`, "/v1/x/key=…"],
  [`/v1/%77p_${"A1".repeat(18)}`, "/v1/…"],
  ["/v1/messages/wamid.HBgLMTQxNTU1NTAxMjM", "/v1/messages/wamid.HBgLMTQxNTU1NTAxMjM"],
  ["/v1/contacts/ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T", "/v1/contacts/ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T"],
  ["/v1/%E0%A4%A", "/v1/%E0%A4%A"],
  [`/v1/${"a/".repeat(1000)}`, expect.stringMatching(/^.{511}…$/)],
])("%s is shown as %s", (path, shown) => {
  expect(shownPath(path)).toEqual(shown);
});
