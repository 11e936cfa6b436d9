/** How settings are read, and that the documentation agrees. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, loadConfig } from "../../daemon/config/config.ts";
import { graphVersionOf } from "../../daemon/config/graph-versions.ts";
import { SETTING_ROWS } from "../../daemon/config/settings.ts";
import { DOCUMENT, withTable } from "../../scripts/lib/configuration/table.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-config-"));
afterAll(() => rmSync(home, { recursive: true }));

/** Writes the file of the data directory and reads the settings. */
function load(file: string, environment: Record<string, string> = {}) {
  writeFileSync(join(home, "config.toml"), file);
  return loadConfig({ WAYPOST_HOME: home, ...environment });
}

function refusal(file: string, environment: Record<string, string> = {}): string {
  try {
    load(file, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return "not refused";
}

test("the environment comes before the file, the file before the default", () => {
  expect(load("").port).toBe(8484);
  expect(load("port = 9000").port).toBe(9000);
  expect(load("port = 9000", { WAYPOST_PORT: "9001" }).port).toBe(9001);
});

test("a variable that is empty is unset", () => {
  const empty = Object.fromEntries(SETTING_ROWS.map(({ variable }) => [variable, ""]));
  expect(loadConfig({ ...empty, WAYPOST_CONFIG: "", HOME: home })).toEqual(loadConfig({ HOME: home }));
  expect(load("port = 9000", { WAYPOST_PORT: "", WAYPOST_CONFIG: "" }).port).toBe(9000);
  expect(load("", { DATABASE_URL: "" }).databaseUrl).toBeUndefined();
});

test("the data directory is WAYPOST_HOME, else under XDG_DATA_HOME, else under the home", () => {
  expect(load("").home).toBe(home);
  expect(loadConfig({ XDG_DATA_HOME: "/data", HOME: "/users/ada" }).home).toBe("/data/waypost");
  expect(loadConfig({ HOME: "/users/ada" }).home).toBe("/users/ada/.local/share/waypost");
});

test("a list is comma-separated in the environment and an array in the file", () => {
  const hosts = ["10.0.0.0/8", "localhost:3000"];
  expect(
    load("", { WAYPOST_ALLOW_PRIVATE_HOSTS: " 10.0.0.0/8, ,localhost:3000," }).allowPrivateHosts,
  ).toEqual(hosts);
  expect(load(`allow_private_hosts = ${JSON.stringify(hosts)}`).allowPrivateHosts).toEqual(hosts);
});

test("every wrong value is named at once, by its variable", () => {
  const message = refusal("retention_days = 0\nlog_level = 'loud'", {
    DATABASE_URL: "mysql://localhost/x",
    WAYPOST_PORT: "84x4",
    WAYPOST_GRAPH_URL: "https://graph.facebook.com",
    WAYPOST_MASTER_KEY: "short",
  });
  const named = SETTING_ROWS.filter(({ variable }) => message.includes(`${variable}:`)).map(
    ({ variable }) => variable,
  );
  expect(named).toEqual([
    "DATABASE_URL",
    "WAYPOST_PORT",
    "WAYPOST_GRAPH_URL",
    "WAYPOST_MASTER_KEY",
    "WAYPOST_RETENTION_DAYS",
    "WAYPOST_LOG_LEVEL",
  ]);
});

test.each(["https://graph.facebook.com/v26", "https://graph.facebook.com/26.0", "graph.facebook.com/v26.0"])(
  "an address of the Graph API such as %s is refused with what it has to be",
  (graphUrl) => {
    const message = refusal("", { WAYPOST_GRAPH_URL: graphUrl });
    expect(message).toContain("with a version such as `v26.0` at its end");
  },
);

test.each([
  ["v23.0", "2027-04-07", "usable", "2027-10-08"],
  ["v23.0", "2027-04-08", "ends_soon", "2027-10-08"],
  ["v23.0", "2027-10-08", "ended", "2027-10-08"],
  ["v20.0", "2026-11-26", "ended", null],
  ["v26.0", "2029-01-01", "usable", null],
])("%s is on %s %s", (version, on, state, ends_on) => {
  const found = graphVersionOf(`https://graph.facebook.com/${version}`, new Date(on));
  expect(found).toEqual({ version, state, ends_on } as typeof found);
});

test("a number and a switch that are wrong are shown, and a Service's address is named", () => {
  expect(refusal("", { WAYPOST_PORT: "8484 " })).toContain('not "8484 "');
  expect(refusal("", { WAYPOST_BEHIND_PROXY: "TRUE" })).toContain('not "TRUE"');
  expect(refusal("", { WAYPOST_PORT: "tcp://10.96.0.12:8484" })).toContain("enableServiceLinks: false");
});

test("a refusal does not repeat a secret", () => {
  expect(refusal("", { WAYPOST_MASTER_KEY: "hunter2" })).not.toContain("hunter2");
  expect(refusal("", { DATABASE_URL: "mysql://ada:hunter2@db/x" })).not.toContain("hunter2");
});

test("a secret is read from the file that its variable with _FILE names, before the settings' own file", () => {
  const secrets = SETTING_ROWS.filter(({ secret }) => secret);
  expect(secrets.length).toBeGreaterThan(5);
  for (const { key, variable } of secrets) {
    const path = join(home, variable);
    writeFileSync(path, "postgres://ada:s@db/x\n");
    expect(load("database_url = 'postgres://other/y'", { [`${variable}_FILE`]: path })).toMatchObject({
      [key]: "postgres://ada:s@db/x",
    });
  }
});

test("a secret's file that is missing, empty or wrong, or beside its variable, is refused without its text", () => {
  const path = join(home, "secret");
  const file = { DATABASE_URL_FILE: path };
  rmSync(path, { force: true });
  expect(refusal("", file)).toContain(`DATABASE_URL_FILE names ${path}, which can't be read (ENOENT)`);
  writeFileSync(path, "\n");
  expect(refusal("", file)).toContain(`DATABASE_URL_FILE names ${path}, which is empty`);
  writeFileSync(path, "mysql://ada:hunter2@db/x");
  expect(refusal("", file)).toContain("DATABASE_URL:");
  expect(refusal("", file)).not.toContain("hunter2");
  expect(refusal("", { ...file, DATABASE_URL: "postgres://db/x" })).toContain(
    "DATABASE_URL and DATABASE_URL_FILE are both set; keep one of them",
  );
});

test("a name that the file does not have is refused", () => {
  expect(refusal("prot = 9000")).toContain(
    "prot: the file's settings are database_url, database_direct_url, database_read_url, host, port",
  );
});

test("a file that is named and missing, or not TOML, is refused", () => {
  expect(() => loadConfig({ WAYPOST_CONFIG: join(home, "none.toml") })).toThrow("does not exist");
  expect(refusal("port = ")).toContain("is not valid TOML");
});

test("every setting of the file form is read", () => {
  const file = SETTING_ROWS.filter(({ key, fallback }) => key !== "home" && typeof fallback === "number")
    .map(
      ({ key }) =>
        `${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} = ${key === "auditDays" ? 97 : 7}`,
    )
    .join("\n");
  expect(load(file)).toMatchObject({
    port: 7,
    sandboxPort: 7,
    databasePoolSize: 7,
    retentionDays: 7,
    auditDays: 97,
  });
});

test("docs/configuration.md has the settings as they are (./scripts/configuration writes them)", async () => {
  const document = await Bun.file(DOCUMENT).text();
  expect(document).toBe(withTable(document));
});

test("roles are read from a list, and one that does not exist is refused by its setting's name", () => {
  expect(load("").role).toEqual(["api", "worker", "gateway"]);
  expect(load('role = ["api"]', { WAYPOST_ROLE: "worker, gateway" }).role).toEqual(["worker", "gateway"]);
  expect(refusal("", { WAYPOST_ROLE: "wroker" })).toContain("WAYPOST_ROLE");
});
