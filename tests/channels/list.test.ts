/** The list of channels. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

test("shows the channels of one platform, page by page", async () => {
  const paired: string[] = [];
  for (const name of ["First", "Second"]) {
    const { body } = await waypost.call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name });
    paired.unshift(body.id);
  }
  const idsAt = async (query: string) => {
    const { body } = await waypost.call("GET", `/v1/channels?${query}`);
    return [body.data.map(({ id }: { id: string }) => id), body.meta.next_cursor];
  };
  expect(await idsAt("platform=whatsapp_official")).toEqual([[waypost.channelId], null]);
  const [first, cursor] = await idsAt("platform=whatsapp_unofficial&limit=1");
  const [second, end] = await idsAt(`platform=whatsapp_unofficial&limit=1&cursor=${cursor}`);
  expect([first, second, end]).toEqual([[paired[0]], [paired[1]], null]);
  const { status, body } = await waypost.call("GET", "/v1/channels?platform=telegram");
  expect([status, body.errors[0].path]).toEqual([422, "/platform"]);
});
