/** The versions of the Graph API: which are answered, as which, and how they differ. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { servedVersion } from "../../../daemon/sandbox/graph/http/versions.ts";
import { GRAPH_VERSIONS } from "../../support/graph-version.ts";
import { type Json, openSandbox, PHONE, type TestSandbox, text } from "./support.ts";

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await openSandbox({ version: "v23.0" });
});
afterEach(() => sandbox.close());

async function read(
  version: string,
  fields: string,
): Promise<{ status: number; as: string | null; body: Json }> {
  const headers = { authorization: sandbox.authorization };
  const answer = await fetch(`${sandbox.sandbox.url}/${version}/${PHONE.id}?fields=${fields}`, { headers });
  const as = answer.headers.get("facebook-api-version");
  return { status: answer.status, as, body: (await answer.json()) as Json };
}

test("every version in use is answered as itself, those that have ended as the oldest in use", async () => {
  for (const version of ["v23.0", "v24.0", "v25.0", "v26.0", "v27.0"])
    expect(await read(version, "id")).toMatchObject({ status: 200, as: version });
  const { as } = await read("v2.0", "id");
  expect(as).toBe((await read("v19.0", "id")).as);
  expect(Number(as?.slice(1))).toBeGreaterThan(20);
  expect(await read("v99.0", "id")).toMatchObject({ status: 400 });
});

test.each([
  ["v23.0", "2027-10-07T23:59:59Z", "v23.0"],
  ["v23.0", "2027-10-08", "v24.0"],
  ["v21.0", "2027-10-08", "v24.0"],
  ["v24.0", "2028-08-01", "v26.0"],
  ["v28.0", "2027-01-01", null],
  ["v26", "2027-01-01", null],
  ["__download", "2027-01-01", null],
])("%s is answered on %s as %s", (asked, on, served) => {
  expect(servedVersion(asked, Date.parse(on))).toBe(served);
});

test("the messaging limit has another name since v24.0", async () => {
  const older = await read("v23.0", "messaging_limit_tier");
  expect(older.body.messaging_limit_tier).toBe("TIER_UNLIMITED");
  expect((await read("v23.0", "whatsapp_business_manager_messaging_limit")).status).toBe(400);
  for (const version of ["v24.0", "v26.0"]) {
    const newer = await read(version, "whatsapp_business_manager_messaging_limit");
    expect(newer.body.whatsapp_business_manager_messaging_limit).toBe("TIER_UNLIMITED");
    expect((await read(version, "messaging_limit_tier")).status).toBe(400);
  }
});

test("statuses name a conversation before v24.0, and no more since", async () => {
  await sandbox.send(text());
  await sandbox.receiver.until(() => sandbox.receiver.statuses().length === 3);
  const [sent, delivered, seen] = sandbox.receiver.statuses();
  const conversation = { id: expect.stringMatching(/^[0-9a-f]{32}$/), origin: { type: "service" } };
  expect(sent?.conversation).toEqual({
    ...conversation,
    expiration_timestamp: expect.stringMatching(/^\d{10}$/),
  });
  expect(delivered?.conversation).toEqual(conversation);
  expect(seen).not.toHaveProperty("conversation");
  const newer = await openSandbox({ version: GRAPH_VERSIONS[1] });
  await newer.send(text());
  await newer.receiver.until(() => newer.receiver.statuses().length === 3);
  await newer.close();
  for (const status of newer.receiver.statuses()) expect(status).not.toHaveProperty("conversation");
});
