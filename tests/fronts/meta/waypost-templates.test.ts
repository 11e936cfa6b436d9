/** Templates of a Waypost whose Graph API is another Waypost: made, decided on, listed and deleted at Meta behind it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { control } from "../../templates/support.ts";
import { startThrough, type Through } from "./through.ts";

let through: Through;
beforeAll(async () => {
  through = await startThrough("official");
}, 60_000);
afterAll(() => through?.stop());

const COMPONENTS = [{ type: "BODY", text: "Hello {{1}}!", example: { body_text: [["Ada"]] } }];
const definition = { language: "en_US", category: "UTILITY", components: COMPONENTS };

const here = (method: string, path: string, body?: object) => through.waypost.call(method, path, body);
/** The other's templates of a name. */
async function there(name: string) {
  return (await through.meta.chat.daemon.call("GET", `/v1/templates?name=${name}`)).body.data;
}

async function untilStatus(id: string, wanted: string): Promise<void> {
  await eventually(`template that is ${wanted}`, async () => {
    const { status } = (await here("GET", `/v1/templates/${id}`)).body;
    return status === wanted;
  });
}

test("one is made there, its decision comes back, it is sent, and deleted there", async () => {
  const { channelId: channel_id } = through;
  const { id } = (await here("POST", "/v1/templates", { channel_id, name: "hello_there", ...definition }))
    .body;
  expect((await here("POST", `/v1/templates/${id}/submit`)).status).toBe(202);
  await untilStatus(id, "approved");
  expect(await there("hello_there")).toMatchObject([{ status: "approved", components: COMPONENTS }]);
  const parameters = [{ type: "text", text: "Ada" }];
  const template = {
    name: "hello_there",
    language: { code: "en_US" },
    components: [{ type: "body", parameters }],
  };
  const content = { template };
  const message = { channel_id, to: "491700000001", type: "template", content };
  const sent = await here("POST", "/v1/messages", message);
  expect(sent.status).toBe(201);
  expect(await through.waypost.until(sent.body.id, "read", "failed")).toMatchObject({ error: null });
  const paused = { name: "hello_there", language: "en_US", event: "PAUSED" };
  await control(through.meta.chat.daemon, "templates/status", paused);
  await untilStatus(id, "paused");
  expect((await here("DELETE", `/v1/templates/${id}`)).status).toBe(204);
  expect(await there("hello_there")).toEqual([]);
});

test("those that are there are found by a synchronisation", async () => {
  const { official, chat } = through.meta;
  const made = { channel_id: official.channelId, name: "made_there", ...definition };
  const { body } = await chat.daemon.call("POST", "/v1/templates", made);
  const synchronized = async () => {
    const { id } = (await here("POST", "/v1/templates/sync", { channel_id: through.channelId })).body;
    await eventually("its end", async () => {
      const { status } = (await here("GET", `/v1/templates/sync/${id}`)).body;
      return status === "succeeded";
    });
    return (await here("GET", "/v1/templates?name=made_there")).body.data;
  };
  // a draft is not at Meta
  expect(await synchronized()).toEqual([]);
  await chat.daemon.call("POST", `/v1/templates/${body.id}/submit`);
  expect(await synchronized()).toMatchObject([{ name: "made_there", components: COMPONENTS }]);
});
