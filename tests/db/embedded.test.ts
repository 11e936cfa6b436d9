/** The embedded Postgres: real ones, each in a temporary folder. As root that folder is root's alone (0700). */
import { afterAll, afterEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../db/embedded/embedded.ts";
import {
  query,
  removeTemporaryFolders,
  serverProcess,
  temporaryFolder,
  untilGone,
} from "../support/clusters.ts";

const LOSSY = { fsync: "off" };
const started: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

afterAll(removeTemporaryFolders);

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ settings: LOSSY, ...options });
  started.push(server);
  return server;
}

test("keeps its data over a restart", async () => {
  const dataDirectory = temporaryFolder();
  const first = await start({ dataDirectory });
  await query(first.url, "create table kept as select 42 as answer");
  await first.stop();
  const second = await start({ dataDirectory });
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("is durable, speaks UTF-8 and listens on this machine only", async () => {
  const server = await start({ dataDirectory: temporaryFolder(), settings: {} });
  const wanted = {
    fsync: "on",
    synchronous_commit: "on",
    jit: "off",
    server_encoding: "UTF8",
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
  };
  const names = Object.keys(wanted).map((name) => `current_setting('${name}') as ${name}`);
  expect(await query(server.url, `select ${names.join(", ")}`)).toEqual([wanted]);
});

test("lets nobody in without the password, which only the daemon's user can read", async () => {
  const dataDirectory = temporaryFolder();
  const server = await start({ dataDirectory });
  const withoutPassword = server.url.replace(/:[^:@]+@/, ":guess@");
  expect(query(withoutPassword, "select 1")).rejects.toThrow("password authentication failed");
  expect(statSync(join(dataDirectory, "postgres", "password")).mode & 0o777).toBe(0o600);
});

test("two users share one server, which ends with the last of them", async () => {
  const dataDirectory = temporaryFolder();
  const [first, second] = await Promise.all([start({ dataDirectory }), start({ dataDirectory })]);
  expect(second.url).toBe(first.url);
  await first.stop();
  expect(await query(second.url, "select 1 as answer")).toEqual([{ answer: 1 }]);
  await second.stop();
  expect(query(second.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("recovers after Postgres itself was killed", async () => {
  const dataDirectory = temporaryFolder();
  const first = await start({ dataDirectory });
  await query(first.url, "create table kept as select 42 as answer");
  process.kill(serverProcess(dataDirectory), "SIGKILL");
  await untilGone(first.url);
  const second = await start({ dataDirectory });
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("the last user ends the server that another has started again", async () => {
  const dataDirectory = temporaryFolder();
  const first = await start({ dataDirectory });
  process.kill(serverProcess(dataDirectory), "SIGKILL");
  await untilGone(first.url);
  const second = await start({ dataDirectory });
  await second.stop();
  await first.stop();
  expect(query(second.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("a start that fails leaves no server behind", async () => {
  const dataDirectory = temporaryFolder();
  const first = await start({ dataDirectory });
  await first.stop();
  writeFileSync(join(dataDirectory, "postgres", "password"), "guess");
  await expect(start({ dataDirectory })).rejects.toThrow("password authentication failed");
  expect(existsSync(join(dataDirectory, "postgres", "data", "postmaster.pid"))).toBe(false);
});

test("is not taken in by a lock file whose process is another program by now", async () => {
  const dataDirectory = temporaryFolder();
  const first = await start({ dataDirectory });
  const lockFile = join(dataDirectory, "postgres", "data", "postmaster.pid");
  const contents = readFileSync(lockFile, "utf8");
  await first.stop();
  const { uid, gid } = statSync(join(dataDirectory, "postgres", "data"));
  const stranger = Bun.spawn(["sleep", "60"], { uid, gid } as object);
  writeFileSync(lockFile, contents.replace(/^\d+/, String(stranger.pid)));
  const second = await start({ dataDirectory });
  stranger.kill();
  expect(await query(second.url, "select 1 as answer")).toEqual([{ answer: 1 }]);
});

test("takes another port when its last one is in use", async () => {
  const dataDirectory = temporaryFolder();
  const first = await start({ dataDirectory });
  await first.stop();
  const squatter = createServer().listen(first.port, "127.0.0.1");
  const second = await start({ dataDirectory });
  squatter.close();
  expect(second.port).not.toBe(first.port);
});

test("says why it can't start on a fixed port that is in use", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  const address = squatter.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const attempt = startEmbeddedPostgres({ dataDirectory: temporaryFolder(), settings: LOSSY, port });
  expect(await attempt.catch(String)).toContain("Address already in use");
  squatter.close();
});

test("refuses the data of another Postgres version", async () => {
  const dataDirectory = temporaryFolder();
  await (await start({ dataDirectory })).stop();
  writeFileSync(join(dataDirectory, "postgres", "data", "PG_VERSION"), "12\n");
  const attempt = startEmbeddedPostgres({ dataDirectory });
  expect(await attempt.catch(String)).toContain(
    "belongs to Postgres 12, and this program includes Postgres 18",
  );
});

test("starts again when the first start was cut short", async () => {
  const dataDirectory = temporaryFolder();
  mkdirSync(join(dataDirectory, "postgres", "data.draft", "base"), { recursive: true });
  const server = await start({ dataDirectory });
  expect(await query(server.url, "select 1 as answer")).toEqual([{ answer: 1 }]);
});

test("runs below a long path with spaces and quotes in it", async () => {
  const dataDirectory = join(temporaryFolder(), "it's a long name ".repeat(10));
  const server = await start({ dataDirectory });
  expect(await query(server.url, "select 1 as answer")).toEqual([{ answer: 1 }]);
});
