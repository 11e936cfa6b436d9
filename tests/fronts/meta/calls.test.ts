/** Files, read marks, reactions, templates and numbers, as programs made for Meta's Cloud API ask for them. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Answer } from "../../support/daemon.ts";
import { ADA, type Ids, type MetaSite, startMetaSite, text } from "./site.ts";

let site: MetaSite;
beforeAll(async () => {
  site = await startMetaSite();
}, 60_000);
afterAll(() => site?.chat.stop());

const KINDS = ["official", "paired"] as const;

async function uploaded(from: Ids, name: string, type: string, bytes: string): Promise<string> {
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", type);
  form.set("file", new File([bytes], name, { type }));
  const headers = { authorization: `Bearer ${site.chat.daemon.key}` };
  const url = `${site.graph}/${from.phone_number_id}/media`;
  const response = await fetch(url, { method: "POST", headers, body: form });
  const { id } = (await response.json()) as { id: string };
  expect([response.status, id]).toEqual([200, expect.stringMatching(/^\d+$/)]);
  return id;
}

describe.each(KINDS)("with an %s number", (kind) => {
  test("a file goes up, is looked at, comes down, is sent, and is deleted", async () => {
    const id = await uploaded(site[kind], "menu.pdf", "application/pdf", `%PDF-1.4 ${kind}`);
    const { body } = await site.call("GET", `${id}?phone_number_id=${site[kind].phone_number_id}`);
    expect(body).toMatchObject({ id, messaging_product: "whatsapp", mime_type: "application/pdf" });
    const headers = { authorization: `Bearer ${site.chat.daemon.key}` };
    expect(await (await fetch(body.url, { headers })).text()).toBe(`%PDF-1.4 ${kind}`);
    expect((await fetch(body.url)).status).toBe(401);
    const sent = await site.send(site[kind], { type: "document", document: { id, filename: "a.pdf" } });
    expect((await site.record(sent)).content).toMatchObject({ media_id: expect.stringMatching(/^med_/) });
    const [{ id: message }] = sent.body.messages;
    await site.chat.daemon.until(message.slice("wamid.".length), "sent", "delivered", "read");
    expect((await site.call("DELETE", id)).body).toEqual({ success: true });
    expect((await site.call("GET", id)).body.error.code).toBe(100);
  });

  test("a number and its account are shown by the ids that the channel's record has", async () => {
    const { phone_number_id, waba_id } = site[kind];
    const { body } = await site.call("GET", `${phone_number_id}?fields=verified_name,display_phone_number`);
    expect(body).toEqual({
      id: phone_number_id,
      verified_name: expect.any(String),
      display_phone_number: expect.any(String),
    });
    const list = await site.call("GET", `${waba_id}/phone_numbers?fields=id,display_phone_number&limit=100`);
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([phone_number_id]);
    expect((await site.call("GET", `${waba_id}/subscribed_apps`)).body.data).toHaveLength(1);
  });

  test("a message can be reacted to, and the reaction taken back", async () => {
    const sent = await site.send(site[kind], text("Ready"));
    const [{ id: message_id }] = sent.body.messages;
    const { id } = await site.chat.daemon.until(
      message_id.slice("wamid.".length),
      "sent",
      "delivered",
      "read",
    );
    for (const emoji of ["👍", ""]) {
      const reaction = await site.send(site[kind], { type: "reaction", reaction: { message_id, emoji } });
      const { type, content } = await site.record(reaction);
      expect([type, content]).toEqual(["reaction", { message_id: id, reaction: emoji, from_me: true }]);
    }
  });
});

test("a message that came in is marked as read, by our id or by WhatsApp's", async () => {
  const came = await site.chat.receive("text", { body: "Hello" });
  for (const message_id of [`wamid.${came.id}`, came.provider_message_id]) {
    const mark = {
      messaging_product: "whatsapp",
      status: "read",
      message_id,
      typing_indicator: { type: "text" },
    };
    const { status, body } = await site.call("POST", `${site.paired.phone_number_id}/messages`, mark);
    expect([status, body]).toEqual([200, { success: true }]);
  }
  const { body } = await site.chat.daemon.call("GET", "/v1/messages?type=mark_as_read");
  expect(body.data).toHaveLength(2);
  const unknown = { status: "read", message_id: "wamid.unknown" };
  const refused = await site.call("POST", `${site.paired.phone_number_id}/messages`, unknown);
  expect(refused.body.error.code).toBe(131009);
});

test("a repeated request with the same key, or the same data for the callback, is one message", async () => {
  const data = { biz_opaque_callback_data: "order 7" };
  const twice = async (one: object, other: object, headers: [object, object] = [{}, {}]) => {
    const first = await site.send(site.paired, one, { ...headers[0] });
    const second = await site.send(site.paired, other, { ...headers[1] });
    return first.body.messages[0].id === second.body.messages?.[0].id;
  };
  expect(await twice(text("Hi", data), text("Hi", data))).toBe(true);
  expect(await twice(text("Hi", data), text("Bye", data))).toBe(false);
  expect(await twice(text("Hi"), text("Hi"))).toBe(false);
  const key = { "idempotency-key": "one" };
  expect(await twice(text("Hi"), text("Hi"), [key, key])).toBe(true);
  const sent = await site.send(site.paired, text("Hi", data));
  expect((await site.record(sent)).metadata).toEqual(data);
});

test("people and groups without a number are named as Meta names them", async () => {
  const lid = "187240155021834@lid";
  const { body } = await site.send(site.paired, { to: undefined, recipient: lid, ...text("Hi") });
  expect(body.contacts).toEqual([{ input: lid, user_id: lid }]);
  const channel = `/v1/channels/${site.paired.channelId}`;
  await site.chat.daemon.call("PATCH", channel, { settings: { groups: true } });
  const group = { recipient_type: "group", to: "120363012345678901@g.us", ...text("Hi") };
  expect((await site.send(site.paired, group)).body.contacts[0].user_id).toBe("120363012345678901@g.us");
  const spaced = await site.send(site.paired, { to: "+49 170 0000001", ...text("Hi") });
  expect(spaced.body.contacts).toEqual([{ input: "+49 170 0000001", wa_id: ADA }]);
});

test("templates are made, listed, sent and deleted", async () => {
  const { waba_id } = site.official;
  const components = [{ type: "BODY", text: "Hello {{1}}!", example: { body_text: [["Ada"]] } }];
  const made = { name: "hello_ada", language: "en_US", category: "UTILITY", components };
  const { body: created } = await site.call("POST", `${waba_id}/message_templates`, made);
  expect(created.category).toBe("UTILITY");
  const list = async (query: string) => (await site.call("GET", `${waba_id}/message_templates${query}`)).body;
  expect((await list("?name=hello_ada")).data[0]).toMatchObject({
    name: "hello_ada",
    language: "en_US",
    components,
  });
  expect((await list("?name=hello_ada&fields=name,status")).data).toEqual([
    { id: created.id, name: "hello_ada", status: expect.stringMatching(/^(PENDING|APPROVED)$/) },
  ]);
  expect((await site.call("GET", created.id)).body).toMatchObject({ name: "hello_ada" });
  const template = { name: "hello_world", language: { policy: "deterministic", code: "en_US" } };
  const sent = await site.send(site.official, { type: "template", template });
  expect(sent.body).toMatchObject({ messages: [{ message_status: "accepted" }] });
  const deleted = await site.call("DELETE", `${waba_id}/message_templates?name=hello_ada`);
  expect(deleted.body).toEqual({ success: true });
  expect((await list("?name=hello_ada")).data).toEqual([]);
});

test("the address of the next page of templates works as it is", async () => {
  const { waba_id } = site.official;
  const { key } = site.chat.daemon;
  for (const name of ["page_a", "page_b"]) {
    const components = [{ type: "BODY", text: "Hello" }];
    const made = { name, language: "en_US", category: "UTILITY", components };
    await site.call("POST", `${waba_id}/message_templates`, made);
  }
  const names: string[] = [];
  let next = `${site.graph}/${waba_id}/message_templates?limit=1&access_token=${key}`;
  while (next !== undefined) {
    const page = (await (await fetch(next)).json()) as Answer["body"];
    names.push(...page.data.map(({ name }: { name: string }) => name));
    next = page.paging.next;
  }
  expect(names.filter((name) => name.startsWith("page_")).toSorted()).toEqual(["page_a", "page_b"]);
});

test("a key is looked at as a token is", async () => {
  const { key } = site.chat.daemon;
  expect((await site.call("GET", `debug_token?input_token=${key}`)).body.data).toMatchObject({
    is_valid: true,
    scopes: ["whatsapp_business_messaging", "whatsapp_business_management"],
  });
  expect((await site.call("GET", "debug_token?input_token=other")).body.data.is_valid).toBe(false);
});

test("one template of many is deleted by its id alone", async () => {
  const { waba_id, channelId } = site.official;
  const make = async (name: string, language: string) => {
    const components = [{ type: "BODY", text: "Hello" }];
    const made = { channel_id: channelId, name, language, category: "UTILITY", components };
    return (await site.chat.daemon.call("POST", "/v1/templates", made)).body.id;
  };
  const id = await make("first", "en_US");
  const other = await make("first", "de");
  await Promise.all(Array.from({ length: 100 }, (_, nth) => make(`more_${nth}`, "en_US")));
  const deleted = await site.call("DELETE", `${waba_id}/message_templates?hsm_id=${id}`);
  expect(deleted.body).toEqual({ success: true });
  expect((await site.call("GET", id)).body.error.code).toBe(100);
  expect((await site.call("GET", other)).body.name).toBe("first");
}, 30_000);

test("a replayed answer says so, and data for the callback has a longest", async () => {
  const headers = { "idempotency-key": "replayed" };
  await site.send(site.paired, text("Once"), headers);
  expect((await site.send(site.paired, text("Once"), headers)).headers.get("idempotent-replayed")).toBe(
    "true",
  );
  const long = await site.send(site.paired, text("Hi", { biz_opaque_callback_data: "x".repeat(513) }));
  expect(long.body.error.code).toBe(100);
});

test("a part of a file is fetched by its range", async () => {
  const id = await uploaded(site.paired, "menu.pdf", "application/pdf", "%PDF-1.4 part");
  const headers = { authorization: `Bearer ${site.chat.daemon.key}`, range: "bytes=0-3" };
  const response = await fetch(`${site.graph}/${id}/file`, { headers });
  expect([response.status, await response.text()]).toEqual([206, "%PDF"]);
});
