/** An uploaded file that was sent to several people goes with the last of them. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { callsOf, erased } from "./life.ts";

const waypost = sharedDaemon();
const [ONE, OTHER] = ["14155577301", "14155577302"];

test("an uploaded file stays while a message to somebody else has it", async () => {
  const { ok, contactOf } = callsOf(waypost);
  const { body: file } = await waypost.call("POST", "/v1/media", "A menu for many", {
    "content-type": "text/plain",
  });
  for (const to of [ONE, OTHER]) {
    const message = { channel_id: waypost.channelId, to, type: "document", content: { media_id: file.id } };
    await waypost.until((await ok("POST", "/v1/messages", message)).id, "read");
  }
  const isThere = async () => (await waypost.call("GET", `/v1/media/${file.id}/info`)).status;
  await erased(waypost, await contactOf(ONE));
  expect(await isThere()).toBe(200);
  await erased(waypost, await contactOf(OTHER));
  expect(await isThere()).toBe(404);
});
