/** What an organisation is called: everybody in it sees it, and who manages its users changes it. */
import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon = sharedDaemon();
const PATH = "/v1/settings/organization";
const rename = async (body: object, key = daemon.key) => await caller(daemon.url, key)("PATCH", PATH, body);

test("it is renamed, without spaces around, and the audit log says by whom", async () => {
  const { body } = await rename({ name: "  Blue Door " });
  expect(body).toEqual({ id: daemon.organizationId, name: "Blue Door", two_factors: [] });
  const seen = await caller(daemon.url, await makeKey(daemon, ["messages:read"]))("GET", PATH);
  expect(seen.body).toEqual(body);
  const { data } = (await daemon.call("GET", "/v1/audit?limit=1")).body;
  expect(data[0]).toMatchObject({ action: "organization.updated", changes: { name: "Blue Door" } });
});

test.each(["", "   ", "x".repeat(101), "a\u0000b", null])("the name %j is refused", async (name) => {
  expect((await rename({ name })).status).toBe(422);
});

test("a key for some channels renames nothing", async () => {
  const key = await makeKey(daemon, ["*"], [daemon.channelId]);
  expect((await rename({ name: "Mine" }, key)).status).toBe(403);
});
