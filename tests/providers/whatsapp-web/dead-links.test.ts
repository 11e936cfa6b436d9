/** Links that name no file: what the record says of them, and what comes after them in the conversation. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { type Chat, startChat } from "./chat.ts";

let chat: Chat;
let server: Bun.Server<undefined>;
/** Whether `/busy.png` is there by now. */
let isBusy = true;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

beforeAll(async () => {
  chat = await startChat();
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: chat.web.certificate,
    fetch(request) {
      const [, name = ""] = new URL(request.url).pathname.split("/");
      if (name === "busy.png") return isBusy ? new Response(null, { status: 503 }) : new Response(PNG);
      return new Response(null, { status: Number(name), headers: { location: request.url } });
    },
  });
});

afterAll(async () => {
  await server.stop(true);
  await chat.stop();
});

const link = (name: string | number) => ({ media_url: `https://127.0.0.1:${server.port}/${name}` });

test.each([404, 410, 401, 403, 400, 302])(
  "a link whose host answers %d fails at once, and the next message goes out",
  async (status) => {
    const to = `4917000010${status % 100}${status % 7}`;
    const id = await chat.send("image", link(status), to);
    const next = await chat.send("text", { body: "After it" }, to);
    const message = await chat.daemon.until(id, "failed");
    expect(message).toMatchObject({ attempts: 1, next_attempt_at: null, error: { retryable: false } });
    if (status !== 302)
      expect(message.error.detail).toContain(`127.0.0.1:${server.port} answered ${status} `);
    await chat.daemon.until(next, "sent", "delivered", "read");
  },
);

test("a link over plain http to a host that the operator lists is fetched", async () => {
  const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(PNG) });
  const id = await chat.send("image", { media_url: `http://127.0.0.1:${plain.port}/a.png` }, "491700000043");
  expect((await chat.daemon.until(id, "failed", "sent", "delivered", "read")).error).toBeNull();
  await plain.stop(true);
});

test("the record of a queued message shows the next try, its time and its reason", async () => {
  const id = await chat.send("image", link("busy.png"));
  const waiting = await eventually("attempt", async () => {
    const { body } = await chat.daemon.call("GET", `/v1/messages/${id}`);
    return body.next_attempt_at === null ? null : body;
  });
  expect(waiting).toMatchObject({
    status: "queued",
    attempts: 1,
    error: {
      code: "media_unavailable",
      detail: `127.0.0.1:${server.port} answered 503 Service Unavailable`,
      retryable: true,
    },
  });
  expect(Date.parse(waiting.next_attempt_at)).toBeGreaterThan(Date.parse(waiting.created_at));
  const { body: list } = await chat.daemon.call("GET", `/v1/messages?status=queued`);
  expect(list.data).toMatchObject([{ id, attempts: 1, error: waiting.error }]);
  isBusy = false;
  await chat.daemon.sql`update lane_items set due_at = now() where item_id = ${id}`;
  await chat.send("text", { body: "Wakes the lane" }, "491700000042");
  expect(await chat.daemon.until(id, "sent", "delivered", "read")).toMatchObject({
    attempts: 2,
    error: null,
    next_attempt_at: null,
  });
});
