import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/free-port.ts";
import { newHome } from "../cli/run-cli.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";
import { type GeneratedFile, writeFile } from "./generated-file.ts";
import { ended, upload } from "./support.ts";

const ROWS = 2000;
/** The counts of an import of the whole file. */
const counts = ({ rows, faulty, duplicates }: GeneratedFile) => ({
  status: "completed",
  records: rows,
  created: rows - faulty - duplicates,
  duplicates,
  refused: faulty,
});

let site: Site;
let first: DaemonProcess;
let second: DaemonProcess;
beforeAll(async () => {
  site = await prepareSite(freePort(), {});
  [first, second] = await Promise.all([site.start(freePort()), site.start(freePort())]);
});
afterAll(() => site.stop());

const at = (daemon: DaemonProcess) => ({
  url: daemon.url,
  key: site.key,
  call: caller(daemon.url, site.key),
});
const file = (series: number) => writeFile(join(newHome(), "contacts.csv"), ROWS, series);
const send = async (daemon: DaemonProcess, { path }: GeneratedFile): Promise<string> =>
  (await upload(at(daemon), Bun.file(path).stream())).body.id;
const contactsOf = async (series: number) => {
  const [row] = await site.sql`select count(*) from contacts where email like ${`%.${series}@example.com`}`;
  return row?.count;
};

/** Resolves when so many records of an import are committed. */
async function untilRead(id: string, records: number): Promise<void> {
  const read = async () => (await site.sql`select records from imports where id = ${id}`)[0]?.records ?? 0;
  await until(async () => (await read()) >= records);
}

/** Kills both daemons, so the one that imports, too, and starts others. */
async function killAll(): Promise<void> {
  await Promise.all([first.kill(), second.kill()]);
  [first, second] = await Promise.all([site.start(freePort()), site.start(freePort())]);
}

test("killed again and again, an import continues where it was: no record twice, none lost", async () => {
  const generated = await file(1);
  const id = await send(first, generated);
  for (const records of [500, 1000]) {
    await untilRead(id, records);
    await killAll();
  }
  const job = await ended(at(first), id);
  expect(job).toMatchObject(counts(generated));
  expect(await contactsOf(1)).toBe(job.created);
  expect(job.bytes_done).toBe(job.bytes);
  const events = await site.sql`select from events where type = 'crm.import.committed'`;
  expect(events).toHaveLength(1);
  expect(await site.sql`select from import_parts`).toHaveLength(0);
});

test("the same file at two daemons at once makes no contact twice", async () => {
  const generated = await file(2);
  const ids = await Promise.all([send(first, generated), send(second, generated)]);
  const jobs = await Promise.all(ids.map((id) => ended(at(first), id)));
  const people = generated.rows - generated.faulty - generated.duplicates;
  expect(jobs.map((job) => job.created).sort()).toEqual([0, people]);
  expect(jobs.map((job) => job.refused)).toEqual([generated.faulty, generated.faulty]);
  expect(await contactsOf(2)).toBe(people);
});

test("every refused line says why, with the line that it is on", async () => {
  const generated = await file(3);
  const id = await send(first, generated);
  await ended(at(first), id);
  const text = await Bun.file(generated.path).text();
  const lines = text.split("\n");
  const { body } = await at(first).call("GET", `/v1/contacts/imports/${id}`);
  for (const { line, code, record } of body.refused_lines) {
    expect(code).toMatch(/^[a-z_]+$/);
    expect(lines[line - 1]).toBe(`${record}\r`);
  }
});

test("a stopped import stays where it is, and what it took stays", async () => {
  const generated = await file(4);
  const id = await send(first, generated);
  await untilRead(id, 500);
  const { body } = await at(first).call("POST", `/v1/contacts/imports/${id}/cancel`);
  expect(body.status).toBe("cancelled");
  await until(async () => (await site.sql`select from lane_items where item_id = ${id}`).length === 0);
  const job = await ended(at(first), id);
  expect(job.records).toBeLessThan(ROWS);
  expect(await contactsOf(4)).toBe(job.created);
  expect(await site.sql`select from import_parts where import_id = ${id}`).toHaveLength(0);
});

test("daemons that are stopped hand their import over", async () => {
  const generated = await file(5);
  const id = await send(first, generated);
  await untilRead(id, 500);
  await Promise.all([first.kill("SIGTERM"), second.kill("SIGTERM")]);
  [first, second] = await Promise.all([site.start(freePort()), site.start(freePort())]);
  expect(await ended(at(first), id)).toMatchObject(counts(generated));
});
