/** An export of the audit log, and what it proves without the database. */
import { beforeAll, expect, test } from "bun:test";
import { checkExport } from "../../daemon/audit-chain/check-export.ts";
import type { AuditHead } from "../../daemon/audit-chain/head.ts";
import { signHead } from "../../daemon/audit-chain/head.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const daemon = sharedDaemon();

type Line = {
  type: string;
  position?: number;
  hash?: string;
  entry?: { changes: string; action: string } | null;
};

const head = async () => (await daemon.call("GET", "/v1/audit/head")).body as AuditHead;
/** Changes something so often, and waits until that is signed. */
async function grow(times: number): Promise<AuditHead> {
  const before = await head();
  for (let nth = 0; nth < times; nth++)
    await daemon.call("POST", "/v1/api-keys", { name: `key ${nth}`, permissions: ["events:read"] });
  await until(async () => (await head()).position >= before.position + times);
  return await head();
}
async function exported(query = ""): Promise<Line[]> {
  const response = await fetch(`${daemon.url}/v1/audit/export?${query}`, {
    headers: { "x-api-key": daemon.key },
  });
  return (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
async function check(lines: readonly object[], noted: AuditHead | null = null) {
  async function* texts() {
    for (const line of lines) yield JSON.stringify(line);
  }
  return await checkExport(texts(), noted);
}
const links = (lines: readonly Line[]) => lines.filter(({ type }) => type === "link");

beforeAll(async () => {
  await grow(4);
});

test("an export is whole, and has every entry to the letter", async () => {
  const lines = await exported();
  expect(await check(lines)).toMatchObject({ first: 1, wrong: null });
  expect(links(lines).filter(({ entry }) => entry?.action === "key.created").length).toBeGreaterThanOrEqual(
    4,
  );
});

test("it goes on from a head that was noted", async () => {
  const noted = await grow(1);
  await grow(1);
  expect((await check(await exported(), noted)).wrong).toBeNull();
});

test.each<[string, (lines: Line[]) => Line[]]>([
  [
    "changed",
    (lines) =>
      lines.map((line) =>
        line.position === 2 ? { ...line, entry: { ...Object(line.entry), changes: "{}" } } : line,
      ),
  ],
  ["left out", (lines) => lines.map((line) => (line.position === 2 ? { ...line, entry: null } : line))],
  ["taken out with its link", (lines) => lines.filter(({ position }) => position !== 2)],
])("an entry that was %s is named", async (_, tamper) => {
  expect((await check(tamper(await exported()))).wrong?.position).toBeOneOf([2, 3]);
});

test("newest entries that were taken out are missed", async () => {
  const lines = await exported();
  const newest = links(lines).at(-1);
  expect((await check(lines.filter((line) => line !== newest))).wrong?.problem).toContain(
    "the newest links are gone",
  );
});

test("a part begins and ends where it is said, and is whole by itself", async () => {
  const { position } = await head();
  const next = await grow(2);
  const lines = await exported(`after=${position}`);
  expect(links(lines)[0]?.position).toBe(position + 1);
  expect(await check(lines, next)).toMatchObject({ first: position + 1, wrong: null });
});

test("entries of after a moment are left out, and their links are not", async () => {
  const all = await exported();
  const part = await exported(`until=${new Date(0).toISOString()}`);
  expect(links(part).every(({ entry }) => entry === null)).toBe(true);
  expect(links(part).length).toBeGreaterThanOrEqual(links(all).length);
  expect((await check(part)).wrong).toBeNull();
});

test("an export that was cut short is none", async () => {
  expect(check((await exported()).slice(0, -1))).rejects.toThrow("cut short");
});

test("nor is one whose head was changed", async () => {
  const lines = (await exported()).map((line) => (line.type === "head" ? { ...line, position: 1 } : line));
  expect(check(lines)).rejects.toThrow("forged");
});

test("one that another installation signed does not go on from a noted head", async () => {
  const noted = await head();
  const lines = (await exported()).map((line) =>
    line.type === "head" ? { type: "head", ...signHead(new Uint8Array(32), line as never) } : line,
  );
  expect(check(lines, noted)).rejects.toThrow("another installation");
});

test("who has exported it is in it", async () => {
  await exported();
  const { body } = await daemon.call("GET", "/v1/audit?kind=export&limit=1");
  expect(body.data[0]).toMatchObject({ action: "export.started", target: { type: "audit" } });
});
