/** An export that the daemon can't continue: what its reader sees, and what the log says. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Sql } from "../../db/connection/client.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { newHome, runCli } from "../cli/run-cli.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { eventually } from "../support/until.ts";

const BROADCAST = "bc_01JDB2M5S8V0ZC3K7Q2M4N6P8T";
const IMPORT = "imp_01JDB2M5S8V0ZC3K7Q2M4N6P8T";
const SENTENCE = "The daemon broke off; the file is incomplete. Its log says why";
/** More than are read at once. */
const ROWS = 1500;

let site: Site;
let daemon: DaemonProcess;
const log = join(newHome(), "log");
beforeAll(async () => {
  site = await prepareSite(freePort(), {});
  daemon = await site.start(freePort(), {}, log);
  const { sql, organizationId: organization_id } = site;
  const draft = { name: "B", status: "draft", plan: "{}", channel_ids: ["ch_1"] };
  await sql`insert into broadcasts ${sql({ organization_id, id: BROADCAST, ...draft })}`;
  await sql`
    insert into broadcast_people (organization_id, broadcast_id, contact_id, status)
    select ${organization_id}, ${BROADCAST}, 'ct_' || n, 'waiting' from generate_series(1, ${ROWS}::integer) as n`;
  const settings = JSON.stringify({ columns: [], delimiter: "," });
  await sql`
    insert into imports (organization_id, id, status, format, encoding, dry_run, on_error, settings, place_offset, place_line)
    values (${organization_id}, ${IMPORT}, 'completed', 'csv', 'utf-8', false, 'skip', ${settings}, 0, 1)`;
  await sql`
    insert into import_refusals (organization_id, import_id, line, code, detail, record)
    select ${organization_id}, ${IMPORT}, n, 'invalid', 'wrong', '{}' from generate_series(1, ${ROWS}::integer) as n`;
});
afterAll(() => site?.stop());

/** Locks a table until it is released, behind all who wait for it now. */
async function lock(sql: Sql, table: string) {
  const connection = await sql.reserve();
  await connection`begin`;
  const locked = connection`lock table ${connection(table)} in access exclusive mode`.execute();
  const release = async () => {
    await connection`rollback`;
    connection.release();
  };
  return { locked, release };
}

const waiting = (table: string, count: number) =>
  eventually(`${count} who wait for ${table}`, async () => {
    const found = await site.sql<{ pid: number }[]>`
      select pid from pg_locks where not granted and relation = ${table}::regclass order by waitstart`;
    return found.length === count && found;
  });

/**
 * Runs a read of several statements, of which the second waits for a lock that was requested while the first waited for
 * another; `meanwhile` is called then.
 */
async function readHeldUp<Read>(
  table: string,
  read: () => Promise<Read>,
  meanwhile: (waiter: number) => Promise<unknown>,
): Promise<Read> {
  const first = await lock(site.sql, table);
  await first.locked;
  const reading = read();
  await waiting(table, 1);
  const second = await lock(site.sql, table);
  await waiting(table, 2);
  await first.release();
  await second.locked;
  const [waiter] = await waiting(table, 1);
  await meanwhile(waiter?.pid ?? 0);
  return await reading.finally(second.release);
}

/** The second statement is cancelled, as it is when it takes too long. */
const readBrokenOff = <Read>(table: string, read: () => Promise<Read>) =>
  readHeldUp(table, read, (waiter) => site.sql`select pg_cancel_backend(${waiter})`);

/** All that comes over the connection, until it is closed; `leave` closes it. */
async function fetchRaw(path: string, leave?: Promise<unknown>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const pieces: Buffer[] = [];
  const { hostname, port } = new URL(daemon.url);
  const socket = await Bun.connect({
    ...{ hostname, port: Number(port) },
    socket: { data: (_, piece) => void pieces.push(piece), close: () => resolve(), error: () => resolve() },
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${site.key}\r\n\r\n`);
  void leave?.then(() => socket.terminate());
  await promise;
  return Buffer.concat(pieces).toString();
}

test.each([
  ["broadcast_people", `/v1/broadcasts/${BROADCAST}/people.csv`],
  ["import_refusals", `/v1/contacts/imports/${IMPORT}/refused`],
  ["import_refusals", `/v1/contacts/imports/${IMPORT}/refused?format=ndjson`],
])("the last line of what breaks off says so, and the connection is cut: %s, %s", async (table, path) => {
  const text = await readBrokenOff(table, () => fetchRaw(path));
  expect(text).toStartWith("HTTP/1.1 200 OK\r\n");
  // the length of a piece, the piece, and no end: that would be "0"
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  expect(line).toContain(SENTENCE);
  if (path.endsWith("ndjson")) expect(JSON.parse(line).error.code).toBe("broke_off");
  const id = /request ([\w-]+)/.exec(line)?.[1] ?? "none";
  const logged = await Bun.file(log).text();
  expect(logged.split("\n").find((one) => one.includes(id))).toContain("a response broke off");
});

const brokenOff = async () => (await Bun.file(log).text()).split("a response broke off").length - 1;

test("a reader who goes away in the middle is no failure", async () => {
  const path = `/v1/broadcasts/${BROADCAST}/people.csv`;
  const before = await brokenOff();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  await readHeldUp(
    "broadcast_people",
    () => fetchRaw(path, left),
    async () => leave(),
  );
  await readBrokenOff("broadcast_people", () => fetchRaw(path));
  expect(await brokenOff()).toBe(before + 1);
});

test("an import that can't be begun is refused", async () => {
  const { locked, release } = await lock(site.sql, "contacts");
  await locked;
  const reading = fetch(`${daemon.url}/v1/contacts/export`, { headers: { "x-api-key": site.key } });
  const [waiter] = await waiting("contacts", 1);
  await site.sql`select pg_cancel_backend(${waiter?.pid ?? 0})`;
  const response = await reading.finally(release);
  expect(response.status).toBe(503);
});

const run = (...args: string[]) =>
  runCli(args, { env: { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: site.key } });

test("a command whose file breaks off says so and ends with 1", async () => {
  const read = () => run("broadcasts", "report", BROADCAST, "--csv");
  const { code, stderr } = await readBrokenOff("broadcast_people", read);
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`error: ${SENTENCE}.\n`),
  });
  expect(stderr).toMatch(/^request [\w-]+$/m);
});
