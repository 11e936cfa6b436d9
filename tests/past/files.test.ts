/** The file of a past message is fetched when somebody asks for it. */
import { expect, test } from "bun:test";
import { receive, recordOf, settled } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { past, someone, store } from "./support.ts";

const waypost = sharedDaemon();
const NONE = { mimeType: "image/jpeg", fileName: null, sha256: null };

/** A past picture that Meta has under an id; returns the id of its file. */
async function picture(id: string, providerMediaId: string): Promise<string> {
  const file = { ...NONE, kind: "image", providerMediaId } as const;
  const more = { type: "image", content: { caption: "The oven" }, file } as const;
  await store(waypost, [past(id, someone("491720000001"), more)]);
  return (await recordOf(waypost, id)).content.media_id;
}

test("it waits until then, and is fetched from its host", async () => {
  const live = await receive(waypost, { from: "491720000002", kind: "image" });
  const [file] = await waypost.sql`select provider_media_id from media where message_id = ${live.id}`;
  const id = await picture("F1", file?.provider_media_id);
  const info = () => waypost.call("GET", `/v1/media/${id}/info`);
  expect((await info()).body).toMatchObject({ state: "pending", kind: "image" });
  expect(await waypost.sql`select from lane_items where item_id = ${id}`).toHaveLength(0);
  const asked = await waypost.call("GET", `/v1/media/${id}`);
  expect(asked).toMatchObject({ status: 409, body: { code: "media_pending" } });
  expect(await settled(waypost, id)).toBe("stored");
  expect((await waypost.call("GET", `/v1/media/${id}`)).status).toBe(200);
  expect(await recordOf(waypost, "F1")).toMatchObject({ content: { caption: "The oven", media_id: id } });
});
