/** `waypostd audit verify`, beside a daemon that runs. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signHead } from "../../../daemon/audit-chain/head.ts";
import { connect } from "../../../db/connection/client.ts";
import { freePort } from "../../../scripts/lib/free-port.ts";
import { runWaypostd } from "../../secrets/waypostd.ts";
import { caller } from "../../support/daemon.ts";
import { prepareSite, type Site } from "../../support/daemon-process.ts";
import { until } from "../../support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-heads-"));
let site: Site;
let call: ReturnType<typeof caller>;

beforeAll(async () => {
  site = await prepareSite(freePort(), {});
  const { url } = await site.start(freePort());
  call = caller(url, site.key);
  await call("POST", "/v1/api-keys", { name: "one", permissions: ["events:read"] });
  await until(async () => (await head()).position > 0);
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const head = async () => (await call("GET", "/v1/audit/head")).body;
const verify = (...parameters: string[]) =>
  runWaypostd(["audit", "verify", ...parameters], {
    ...{ DATABASE_URL: site.databaseUrl, WAYPOST_MASTER_KEY: site.masterKey },
  });
function noted(value: object): string {
  const path = join(folder, "head.json");
  writeFileSync(path, JSON.stringify(value));
  return path;
}

test("a log that goes on from a noted head is whole", async () => {
  const early = await head();
  await call("POST", "/v1/api-keys", { name: "two", permissions: ["events:read"] });
  await until(async () => (await head()).position > early.position);
  const { code, stdout } = await verify("--head", noted(early));
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${early.organization_id}  whole since`)]);
});

test("a head that was changed is forged", async () => {
  const { code, stderr } = await verify("--head", noted({ ...(await head()), position: 1 }));
  expect([code, stderr]).toEqual([1, expect.stringContaining("is forged")]);
});

test("so is one that another key has signed", async () => {
  const other = signHead(new Uint8Array(32), await head());
  const { code, stderr } = await verify("--head", noted(other));
  expect([code, stderr]).toEqual([1, expect.stringContaining("another installation")]);
});

test("a changed entry is named, and the command fails", async () => {
  const sql = connect(site.databaseUrl, { max: 1 });
  await sql`alter table audit_log disable trigger user`;
  await sql`update audit_log set changes = '{"name":"another"}' where action = 'key.created'`;
  await sql.end();
  const { code, stdout } = await verify();
  expect([code, stdout]).toEqual([1, expect.stringContaining("NOT WHOLE at link")]);
});
