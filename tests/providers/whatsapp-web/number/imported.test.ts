/** Who of an imported file is on WhatsApp is asked by a paired number, and said line by line. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { importFile } from "../../../imports/support.ts";
import { caller } from "../../../support/daemon.ts";
import { eventually } from "../../../support/until.ts";
import { AT_ONCE, type Chat, startChat } from "../chat.ts";

/** The sandbox has no account of it. */
const ABSENT = "15550000121";

let chat: Chat;
let path: string;
beforeAll(async () => {
  chat = await startChat(AT_ONCE);
  const { id } = await importFile(chat.daemon, `phone,name\n+${ABSENT},Ada\n+491700000904,Ben\n`);
  path = `/v1/contacts/imports/${id}/number_check`;
});
afterAll(() => chat.stop());

const check = (channel_id = chat.channelId) => chat.daemon.call("POST", path, { channel_id });

test("nothing is known at first, then who is there, and who is not", async () => {
  expect((await check()).body).toEqual({ people: 2, there: 0, absent: 0, unchecked: 2, not_there: [] });
  const known = await eventually("both numbers", async () => {
    await chat.daemon.sql`update web_recipients set checked_at = checked_at - interval '20 seconds'`;
    const { body } = await check();
    return body.unchecked === 0 ? body : null;
  });
  expect(known).toMatchObject({
    ...{ people: 2, there: 1, absent: 1 },
    not_there: [{ contact_id: expect.stringMatching(/^ct_/), name: "Ada", phone_number: `+${ABSENT}` }],
  });
});

test("a channel that can't ask, one that is not there, and a file that is not imported are refused", async () => {
  expect((await check("ch_none")).status).toBe(404);
  const { body: key } = await chat.daemon.call("POST", "/v1/api-keys", {
    name: "Another channel's",
    permissions: ["contacts:write"],
    channel_ids: [chat.daemon.channelId],
  });
  const restricted = caller(chat.daemon.url, key.key);
  expect((await restricted("POST", path, { channel_id: chat.channelId })).status).toBe(404);
  const official = await check(chat.daemon.channelId);
  expect(official).toMatchObject({ status: 422, body: { code: "unsupported_on_platform" } });
  await chat.daemon.sql`update imports set finished_at = now() - interval '8 days'`;
  expect(await check()).toMatchObject({ status: 409, body: { code: "wrong_state" } });
});
