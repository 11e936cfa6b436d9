/** The CLI's profile that `init` and a first start make, beside those that are there. */
import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addProfile } from "../../daemon/start/cli-profile.ts";
import { runWaypostd } from "../secrets/waypostd.ts";
import { testDatabase } from "../support/database.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-profile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OURS = { url: "http://127.0.0.1:8484", api_key: "wp_new", organization_id: "org_new" };
let homes = 0;

/** A configuration folder with this file of profiles; returns how to read it. */
function newConfig(content?: object | string) {
  const XDG_CONFIG_HOME = join(folder, String(++homes));
  const path = join(XDG_CONFIG_HOME, "waypost", "config.json");
  mkdirSync(join(XDG_CONFIG_HOME, "waypost"), { recursive: true });
  if (content !== undefined)
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return { environment: { XDG_CONFIG_HOME }, path, read: () => JSON.parse(readFileSync(path, "utf8")) };
}

test("the first profile is the default, and in use", async () => {
  const { environment, read, path } = newConfig();
  expect(await addProfile(environment, OURS)).toContain(`profile default in ${path}`);
  expect(read()).toEqual({ current: "default", profiles: { default: OURS } });
});

test("one that is there stays, and stays in use when it is for another address", async () => {
  const production = { url: "https://waypost.example.com", api_key: "wp_old", organization_id: "org_old" };
  const { environment, read } = newConfig({ current: "default", profiles: { default: production } });
  const note = await addProfile(environment, OURS);
  expect(note).toContain("a new profile, local, and keeps using default");
  expect(note).toContain("waypost profiles use local");
  expect(read()).toEqual({ current: "default", profiles: { default: production, local: OURS } });
});

test("one for the same address stays, and the new one comes into use", async () => {
  const before = { ...OURS, api_key: "wp_old", organization_id: "org_old" };
  const { environment, read } = newConfig({ current: "local", profiles: { default: before, local: before } });
  expect(await addProfile(environment, OURS)).toContain("profile local-2");
  expect(read()).toEqual({
    current: "local-2",
    profiles: { default: before, local: before, "local-2": OURS },
  });
});

test("a file that can't be understood is left, and the way to log in is named", async () => {
  const { environment, path } = newConfig("{");
  expect(await addProfile(environment, OURS)).toContain("waypost login --key --url http://127.0.0.1:8484");
  expect(readFileSync(path, "utf8")).toBe("{");
});

test("init keeps the profiles and shows the secrets, also when the profile can't be written", async () => {
  const database = await testDatabase();
  const { environment, path } = newConfig("{");
  const ended = await runWaypostd(["init", "--json"], {
    ...environment,
    ...{ DATABASE_URL: database.url, WAYPOST_MASTER_KEY: randomBytes(32).toString("base64") },
    WAYPOST_HOME: join(folder, "home"),
  });
  await database.drop();
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.stdout).api_key).toMatch(/^wp_/);
  expect(ended.stderr).toContain("Log in with the key");
  expect(readFileSync(path, "utf8")).toBe("{");
});

test.each([
  ["IP:127.0.0.1", "https://127.0.0.1:8484"],
  ["DNS:waypost.example,DNS:other.example", "https://waypost.example:8484"],
])("with a certificate for %s, the client is set up for %s", async (names, url) => {
  const database = await testDatabase();
  const { environment, read } = newConfig();
  const [certificate, key] = [join(folder, `${homes}.pem`), join(folder, `${homes}.key`)];
  const made = Bun.spawnSync([
    ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-keyout", key, "-out", certificate, "-days", "1", "-subj", "/CN=any"],
    ...["-addext", `subjectAltName=${names}`],
  ]);
  expect(made.exitCode).toBe(0);
  const ended = await runWaypostd(["init"], {
    ...environment,
    ...{ DATABASE_URL: database.url, WAYPOST_MASTER_KEY: randomBytes(32).toString("base64") },
    ...{ WAYPOST_TLS_CERTIFICATE: certificate, WAYPOST_TLS_KEY: key, WAYPOST_HOME: join(folder, "home") },
  });
  await database.drop();
  expect([ended.code, read().profiles.default.url]).toEqual([0, url]);
});
