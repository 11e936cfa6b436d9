import { expect, test } from "bun:test";
import type { ApiDocument } from "../http/openapi-document.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

/** One character to a person; seven code points, eleven UTF-16 units. */
const FAMILY = "👨‍👩‍👧‍👦";

const waypost = sharedDaemon();

async function send(to: string, type: string, content: object) {
  return await waypost.call("POST", "/v1/messages", { channel_id: waypost.channelId, to, type, content });
}

const buttons = (title: string) => ({ body: "Who comes?", buttons: [{ id: "all", title }] });

test("a button's title of 20 emoji arrives, however many code points each of them has", async () => {
  const { body } = await send("14155550160", "buttons", buttons(FAMILY.repeat(20)));
  expect(await waypost.until(body.id, "delivered", "read", "failed")).toMatchObject({ error: null });
});

test("a button's title of 21 emoji is refused with the limit", async () => {
  const { status, body } = await send("14155550161", "buttons", buttons(FAMILY.repeat(21)));
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    { path: "/content/buttons/0/title", message: "at most 20 characters, not 21" },
  ]);
});

test("a letter under a thousand accents is not one character", async () => {
  const { status } = await send("14155550162", "buttons", buttons(`e${"\u0301".repeat(1000)}`));
  expect(status).toBe(422);
});

test("a text may have 4,096 emoji of one code point each, and no more", async () => {
  const { body } = await send("14155550163", "text", { body: "😀".repeat(4096) });
  expect(await waypost.until(body.id, "delivered", "read", "failed")).toMatchObject({ error: null });
  const refused = await send("14155550163", "text", { body: "😀".repeat(4097) });
  expect(refused.body.errors).toEqual([
    { path: "/content/body", message: "at most 4096 characters, not 4097" },
  ]);
});

test("names are counted in code points, as the document's JSON Schema is", async () => {
  const named = (name: string) => waypost.call("POST", "/v1/crm/lists", { name });
  const longest = await longestListName();
  expect((await named("😀".repeat(longest))).status).toBe(201);
  expect((await named("😀".repeat(longest + 1))).status).toBe(422);
});

async function longestListName(): Promise<number> {
  const document = (await (await fetch(`${waypost.url}/openapi.json`)).json()) as ApiDocument;
  const media = document.paths["/v1/crm/lists"]?.post?.requestBody?.content?.["application/json"];
  const schema = (media?.schema ?? {}) as { properties?: { name?: { maxLength?: number } } };
  return schema.properties?.name?.maxLength ?? 0;
}
