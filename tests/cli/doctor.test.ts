/** `waypost doctor` on a real daemon that is well, and then is not. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { daemonFindings } from "../../cli/commands/doctor/daemon.ts";
import type { Finding } from "../../cli/commands/doctor/finding.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { makeKey, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { control } from "../templates/support.ts";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

let waypost: OwnDaemon;
const web = Bun.serve({ port: 0, fetch: () => new Response() });
beforeAll(async () => {
  const { appId } = SANDBOX_DEFAULTS;
  const config = { appId, home: newHome(), webSocketUrl: `ws://127.0.0.1:${web.port}/ws/chat` };
  waypost = await startTestDaemon({ config });
});
afterAll(async () => {
  await waypost.stop();
  await web.stop(true);
});

const env = (key = waypost.key) => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: key });

async function doctor(key = waypost.key) {
  const { code, stdout } = await runCli(["doctor", "--json"], { env: env(key) });
  const findings: Finding[] = JSON.parse(stdout).data;
  return { code, of: (check: string) => findings.filter((finding) => finding.check === check), findings };
}

test("a daemon that is well has nothing to be done, and all of it was looked at", async () => {
  const { code, findings } = await doctor();
  // How the disk and the database of the tests are is not the daemon's doing.
  const theirs = ["disk", "database settings"];
  const wanting = findings.filter(({ status }) => status !== "ok");
  expect(wanting.filter(({ check }) => !theirs.includes(check))).toEqual([]);
  expect(code).toBe(wanting.some(({ status }) => status === "problem") ? 5 : 0);
  expect([...new Set(findings.map(({ check }) => check))]).toEqual([
    ...["address", "key", "profiles", "reachability", "version", "parts", "roles", "channels", "endpoints"],
    "clock",
    ...[
      "database",
      "database settings",
      "replication",
      "migrations",
      "disk",
      "conversion",
      "media",
      "lanes",
      "inbound",
      "event log",
      "drift",
      "hosts",
      "Graph API",
      "webhook fields",
    ],
  ]);
});

test("without a daemon it advises to start one, and not itself", async () => {
  const { code, stdout, stderr } = await runCli(["doctor"], { env: { WAYPOST_URL: "http://127.0.0.1:9" } });
  expect(code).toBe(4);
  expect(stdout).toContain("Start it with waypostd");
  expect(stdout + stderr).not.toContain("waypost doctor");
});

test("on a terminal each finding is a line, and below it what to do", async () => {
  const run = runCliInTerminal(["doctor", "--no-color"], { env: env("") });
  expect(await run.exited).toBe(5);
  expect(run.screen()).toContain("problem  key: there is none\r\n         Run: waypost login\r\n");
});

test("channels, endpoints, lanes, hosts and webhook fields that are not well are named with what to do", async () => {
  const { id } = (
    await waypost.call("POST", "/v1/settings/developer/webhooks/endpoints", { url: "https://example.com" })
  ).body;
  await waypost.call("PATCH", `/v1/settings/developer/webhooks/endpoints/${id}`, { enabled: false });
  await waypost.sql`update channels set status = 'restricted' where id = ${waypost.channelId}`;
  // alive for longer than the test
  await waypost.sql`insert into daemons (id, heartbeat_at) values ('another', now() + interval '1 hour')`;
  await waypost.sql`
    insert into lanes (organization_id, kind, lane_id, owner)
    values (${waypost.organizationId}, 'channel', ${waypost.channelId}, 'another')`;
  await waypost.sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${waypost.organizationId}, 'channel', ${waypost.channelId}, 'i', 'k', now() - interval '1 hour')`;
  await control(waypost, "webhook_fields", { without: ["standby", "messaging_handovers"] });
  await web.stop(true);
  const { code, of } = await doctor();
  expect(code).toBe(5);
  expect(of("channels")).toMatchObject([{ status: "problem", found: `${waypost.channelId} is restricted` }]);
  expect(of("endpoints")[0]?.advice).toContain(`waypost endpoints resume ${id}`);
  expect(of("lanes")[0]?.found).toBe(`${waypost.channelId}: something was due 1h ago`);
  expect(of("hosts").map(({ status }) => status)).toEqual(["ok", "warning"]);
  const found = "the app is not subscribed to standby, messaging_handovers: Meta sends nothing of them";
  expect(of("webhook fields")).toMatchObject([{ status: "warning", found }]);
});

test("a lane that could go, but that no daemon works on, is a problem", async () => {
  await waypost.sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${waypost.organizationId}, 'media', 'ch_x', 'i_x', 'k', now() - interval '1 hour')`;
  const finding = async () => (await doctor()).of("lanes").find(({ found }) => found.startsWith("ch_x"));
  await until(async () => (await finding())?.status === "problem");
  expect((await finding())?.found).toBe("ch_x: something was due 1h ago, and no daemon is working on it");
});

test("budgets are named once they are nearly or all spent, with what is refused", async () => {
  const budget = { scope: "organization", period: "day", currency: "EUR", amount: 100 };
  const path = `/v1/budgets/${(await waypost.call("POST", "/v1/budgets", budget)).body.id}`;
  const found = async () => (await doctor()).of("budgets").map(({ status, found }) => [status, found]);
  expect(await found()).toEqual([["ok", "1, all with room"]]);
  const id = path.slice(path.lastIndexOf("/") + 1);
  await waypost.call("PATCH", path, { amount: 0 });
  expect(await found()).toEqual([["warning", `${id}: 0 of 0 EUR are spent, and marketing is refused`]]);
  await waypost.call("PATCH", path, { stop: "none" });
  expect(await found()).toEqual([["warning", `${id}: 0 of 0 EUR are spent`]]);
});

test("a channel that its owner paused is a warning, with how to resume it", async () => {
  await waypost.sql`update channels set status = 'connected', settings = '{"paused":true}'`;
  const { of } = await doctor();
  expect(of("channels")).toEqual([
    {
      ...{ check: "channels", status: "warning", found: `${waypost.channelId} is paused` },
      advice: `Resume it: waypost channels resume ${waypost.channelId}`,
    },
  ]);
});

test("findings of the daemon are weighed: old, unsafe, behind, full and late", () => {
  const found = daemonFindings(
    {
      version: "0",
      now: "2026-01-01T00:00:00Z",
      operator: true,
      database: {
        ...{ version: "14.1", version_number: 140_001, now: "2026-01-01T00:00:00Z" },
        ...{ connections: 1, max_connections: 100, fsync: false, full_page_writes: true },
        synchronous_commit: "on",
        read_replica: null,
        restored: { at: "2025-12-31T23:00:00Z", marked: 7, failed: 2, broadcasts: 1 },
        replication: {
          ...{ hosts: 3, standbys: 2, lag_bytes: 5_000_000, synchronous_standby_names: "" },
          ...{ needed_standbys: 0, synchronous_standbys: 0 },
        },
      },
      migrations: { applied: 2, missing: ["0003_x.sql"], unknown: [] },
      disk: { free_bytes: 1, total_bytes: 100 },
      conversion: false,
      media: { bytes: 5, most_bytes: 5 },
      lanes: [],
      inbound: { waiting: 4920, oldest_at: "2025-12-31T23:55:00Z", failed: 9, unassigned: 1 },
      event_writers: [
        {
          pid: 17,
          application_name: "psql",
          client_address: null,
          state: "active",
          since: "2026-01-01T00:00:00Z",
        },
      ],
      hosts: [],
      graph_version: { version: "v26.0", ends_on: null, state: "usable" },
      webhook_fields: null,
      proxies: [],
    },
    Date.parse("2026-01-01T00:01:00Z"),
  );
  expect(found.map(({ check, status }) => `${check} ${status}`)).toEqual([
    ...["clock warning", "database problem", "database settings problem"],
    ...["replication warning", "restored backup warning", "migrations problem"],
    ...[
      "disk problem",
      "conversion ok",
      "media problem",
      "lanes ok",
      "inbound problem",
      "inbound warning",
      "inbound warning",
      "event log warning",
    ],
  ]);
  expect(found.at(-1)?.found).toStartWith("process 17 (psql, from a local socket) wrote events 1m ago");
  for (const { status, advice } of found) if (status !== "ok") expect(advice).not.toBeNull();
});

test.each([
  [79, 100, "ok", "79.0 GB of files; 100 GB are allowed"],
  [80, 100, "warning", "80.0 GB of files; 100 GB are allowed"],
  [100, 100, "problem", "100.0 GB of files; 100 GB are allowed: files of new messages are waiting"],
  [500, 0, "ok", "500.0 GB of files, without a limit"],
])("%d GB of files, where %d GB are allowed, are: %s", async (used, most, status, found) => {
  const { sql, organizationId } = waypost;
  await sql`update organizations set most_media_gb = ${most}`;
  await sql`
    insert into media_usage (organization_id, bytes) values (${organizationId}, ${used * 1_000_000_000})
    on conflict (organization_id) do update set bytes = excluded.bytes`;
  expect((await doctor()).of("media")).toMatchObject([{ status, found }]);
});

test("a key that may see little skips what it can't see; one that is not valid is a problem", async () => {
  const { of } = await doctor(await makeKey(waypost, ["channels:read"]));
  expect([of("endpoints")[0]?.status, of("surroundings")[0]?.status]).toEqual(["skipped", "skipped"]);
  const wrong = await doctor(`wp_${"z".repeat(36)}`);
  expect([wrong.code, wrong.of("channels")[0]?.status]).toEqual([5, "problem"]);
});

test("a login is as good as a key", async () => {
  const home = newHome();
  const profile = { url: waypost.url, token: "wps_away", email: "ada@example.com" };
  const path = `${home}/.config/waypost/config.json`;
  await Bun.write(path, JSON.stringify({ current: "ada", profiles: { ada: profile } }));
  chmodSync(path, 0o600);
  const { stdout } = await runCli(["doctor"], { home });
  expect(stdout).toContain("key\tok\tlogin of ada@example.com, from profile\t\n");
});

test("without a daemon it says so and ends with 4; profiles that others may read are warned of", async () => {
  const home = newHome();
  const path = `${home}/.config/waypost/config.json`;
  await Bun.write(path, JSON.stringify({ current: null, profiles: {} }));
  chmodSync(path, 0o644);
  const run = await runCli(["doctor", "--url", "http://127.0.0.1:1"], { home });
  expect(run.code).toBe(4);
  expect(run.stdout).toContain("reachability\tproblem\thttp://127.0.0.1:1 can't be reached");
  expect(run.stdout).toContain(`chmod 600 '${path}'`);
});

test("the project file that chooses here is named, with what it chooses", async () => {
  const home = newHome();
  const path = `${home}/waypost.toml`;
  await Bun.write(path, 'channel = "ch_shop"\n');
  const { stdout } = await runCli(["doctor", "--json"], { home, env: { ...env(), WAYPOST_PROJECT: path } });
  const findings: Finding[] = JSON.parse(stdout).data;
  expect(findings.find(({ check }) => check === "project")?.found).toBe(`${path}: channel ch_shop`);
});
