/** Times that are yet to come, and errors that concern no message, in what Meta sends. */
import { expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { change, post, processed } from "./support.ts";

const waypost = ownDaemon({ config: { logLevel: "silent" } });

const text = (from: string, timestamp: string) => ({
  messages: [{ from, id: `wamid.${from}`, timestamp, type: "text", text: { body: "Hello" } }],
});

test.each([
  ["16505552001", "99999999999"],
  // milliseconds
  ["16505552002", String(Date.now() + 24 * 3600_000)],
  ["16505552003", "0"],
  ["16505552004", "soon"],
])("a message of %s at %s came now, and its window ends within a day", async (from, timestamp) => {
  await post(waypost, change(text(from, timestamp)));
  await processed(waypost);
  const [conversation] = (await waypost.call("GET", `/v1/conversations?q=${from}`)).body.data;
  const until = Date.parse(conversation.service_window_until);
  expect(until).toBeGreaterThan(Date.now());
  expect(until).toBeLessThanOrEqual(Date.now() + 24 * 3600_000);
});

test("errors of a call that concern no message are kept with it, and the messages beside them come in", async () => {
  const errors = [
    {
      code: 130429,
      title: "Rate limit hit",
      message: "(#130429)",
      error_data: { details: "Too many calls." },
    },
  ];
  await post(waypost, change({ ...text("16505552005", String(Math.floor(Date.now() / 1000))), errors }));
  await processed(waypost);
  const { data } = (await waypost.call("GET", "/v1/inbound/failed")).body;
  expect(data).toEqual([
    expect.objectContaining({
      channel_id: waypost.channelId,
      reason: "WhatsApp reports 130429 Rate limit hit: Too many calls.",
    }),
  ]);
  expect((await waypost.call("GET", "/v1/conversations?q=16505552005")).body.data).toHaveLength(1);
});
