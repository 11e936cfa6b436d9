import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../db/connection/client.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { daemonProgram, needsSource } from "../support/programs.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-start-"));
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(home, { recursive: true, force: true });
});

type Ended = { code: number; errors: string };

/** Runs the daemon, or another command of its, until it ends by itself. */
async function run(environment: Record<string, string>, command = "serve"): Promise<Ended> {
  const child = spawn(environment, command);
  const [code, errors] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  return { code, errors };
}

function spawn(environment: Record<string, string>, command = "serve") {
  return Bun.spawn([...daemonProgram({ isSource: needsSource(environment) }), command], {
    cwd: `${import.meta.dir}/../..`,
    env: { PATH: process.env.PATH ?? "", HOME: home, WAYPOST_LOG_LEVEL: "error", ...environment },
    stdout: "ignore",
    stderr: "pipe",
  });
}

async function newDatabase(): Promise<string> {
  const database = await testDatabase();
  databases.push(database);
  return database.url;
}

const masterKey = () => randomBytes(32).toString("base64");

async function ready(port: number): Promise<void> {
  while (
    !(await fetch(`http://127.0.0.1:${port}/v1/ready`).then(
      (response) => response.ok,
      () => false,
    ))
  )
    await Bun.sleep(20);
}

/** Every failed start says one line, without a stack, and ends with 1, or 3 if no restart mends it. */
function expectExplained(ended: Ended, ...words: string[]) {
  expect(ended.code).toBe(1);
  expectOneLine(ended, ...words);
}

function expectOneLine({ errors }: Ended, ...words: string[]) {
  for (const word of words) expect(errors).toContain(word);
  expect(errors).toStartWith("waypostd: ");
  expect(errors).not.toMatch(/\n\s+at /);
}

test("a port that is taken is named", async () => {
  const taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const ended = await run({
    DATABASE_URL: await newDatabase(),
    WAYPOST_MASTER_KEY: masterKey(),
    WAYPOST_PORT: String(taken.port),
  });
  taken.stop(true);
  expectExplained(ended, "WAYPOST_PORT");
});

test("a database that is not there is named", async () => {
  const url = `postgres://nobody@127.0.0.1:${freePort()}/nothing`;
  expectExplained(
    await run({ DATABASE_URL: url, WAYPOST_MASTER_KEY: masterKey(), WAYPOST_PORT: "0" }),
    "DATABASE_URL",
  );
});

test("wrong settings are named, all at once", async () => {
  const ended = await run({ WAYPOST_PORT: "many", WAYPOST_GRAPH_URL: "graph.facebook.com" });
  expectExplained(ended, "WAYPOST_PORT", "WAYPOST_GRAPH_URL");
});

test.each([
  ["WAYPOST_HOST", { WAYPOST_HOST: "999.1.1.1", WAYPOST_BEHIND_PROXY: "true" }],
  ["WAYPOST_METRICS_HOST", { WAYPOST_METRICS_HOST: "999.1.1.1", WAYPOST_METRICS_PORT: "0" }],
  ["WAYPOST_ALLOW_PRIVATE_HOSTS", { WAYPOST_ALLOW_PRIVATE_HOSTS: "10.0.0.0/99" }],
  ["WAYPOST_TLS_CERTIFICATE", { WAYPOST_TLS_CERTIFICATE: "package.json", WAYPOST_TLS_KEY: "package.json" }],
] as const)("a setting that can't be used is named: %s", async (setting, environment) => {
  const needed = { DATABASE_URL: await newDatabase(), WAYPOST_MASTER_KEY: masterKey(), WAYPOST_PORT: "0" };
  expectExplained(await run({ ...needed, ...environment }), setting);
});

test("another master key than the database's is refused, and the right one still works", async () => {
  const [databaseUrl, right, port] = [await newDatabase(), masterKey(), freePort()];
  const environment = { DATABASE_URL: databaseUrl, WAYPOST_PORT: String(port) };
  for (const attempt of ["first", "again"]) {
    const daemon = spawn({ ...environment, WAYPOST_MASTER_KEY: right });
    await ready(port);
    daemon.kill("SIGTERM");
    expect([attempt, await daemon.exited]).toEqual([attempt, 0]);
    if (attempt === "first") {
      expectExplained(await run({ ...environment, WAYPOST_MASTER_KEY: masterKey() }), "WAYPOST_MASTER_KEY");
    }
  }
});

test.each(["serve", "migrate"])(
  "a program that does not fit its database ends with 3: %s",
  async (command) => {
    const databaseUrl = await newDatabase();
    const later = connect(databaseUrl, { max: 1 });
    await later`
    insert into schema_migrations (name, checksum, needs) values ('9002_contract.sql', 'later', '9001')`;
    await later.end();
    const ended = await run({ DATABASE_URL: databaseUrl, WAYPOST_MASTER_KEY: masterKey() }, command);
    expect(ended.code).toBe(3);
    expectOneLine(ended, "is too old for this database: 9002_contract.sql");
  },
);
