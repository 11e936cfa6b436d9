/** Changes of one template leave the others, and a key for some channels sees only theirs. */
import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { definition } from "./support.ts";

const waypost = sharedDaemon();

const create = async (name: string): Promise<string> => {
  const body = { channel_id: waypost.channelId, ...definition(name) };
  return (await waypost.call("POST", "/v1/templates", body)).body.id;
};
const read = async (id: string) => (await waypost.call("GET", `/v1/templates/${id}`)).body;

test("an edit and a submission of one template leave the other as it is", async () => {
  const [one, other] = [await create("one"), await create("other")];
  const before = await read(other);
  const components = [{ type: "BODY", text: "Simple words." }];
  await waypost.call("PATCH", `/v1/templates/${one}`, { components });
  expect(await read(other)).toEqual(before);
  expect((await waypost.call("POST", `/v1/templates/${one}/submit`)).status).toBe(202);
  await eventually("approval", async () => (await read(one)).status === "approved");
  expect(await read(other)).toEqual(before);
  expect((await waypost.call("DELETE", `/v1/templates/${one}`)).status).toBe(204);
  expect(await read(other)).toEqual(before);
});

test("a key for some channels names one to synchronise, and sees the synchronisations of its own", async () => {
  const permissions = ["templates:read", "templates:manage"];
  const limited = caller(waypost.url, await makeKey(waypost, permissions, [waypost.channelId]));
  const refused = await limited("POST", "/v1/templates/sync", {});
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ path: "/channel_id", message: "required with this key" }],
  ]);
  const own = await limited("POST", "/v1/templates/sync", { channel_id: waypost.channelId });
  expect(own.status).toBe(202);
  expect((await limited("GET", `/v1/templates/sync/${own.body.id}`)).status).toBe(200);
  const all = await waypost.call("POST", "/v1/templates/sync", {});
  expect((await limited("GET", `/v1/templates/sync/${all.body.id}`)).status).toBe(404);
  const elsewhere = caller(waypost.url, await makeKey(waypost, permissions, ["ch_elsewhere"]));
  expect((await elsewhere("GET", `/v1/templates/sync/${own.body.id}`)).status).toBe(404);
});
