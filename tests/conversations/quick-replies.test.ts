/** Answers that people keep: found by their shortcuts, and filled with a contact's fields. */
import { beforeAll, expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const call = (method: string, path: string, body?: object) =>
  waypost.call(method, `/v1/quick_replies${path}`, body);
const keep = async (shortcut: string, body: string, more: object = {}) =>
  await call("POST", "", { shortcut, body, ...more });
const listed = async (query: string) =>
  (await call("GET", `?${query}`)).body.data.map(({ shortcut }: { shortcut: string }) => shortcut);

/** Somebody without a name has written. */
let conversationId: string;

beforeAll(async () => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from: "14155564001", id: "wamid.quick.1", timestamp, type: "text", text: { body: "Hi" } };
  await take(waypost, { messages: [message] });
  conversationId = (await waypost.call("GET", "/v1/conversations?limit=1")).body.data[0].id;
});

const contactId = async () =>
  (await waypost.call("GET", `/v1/conversations/${conversationId}`)).body.contact_id as string;

test("a quick reply is made, read, changed and deleted", async () => {
  const made = await keep("Hours", "From 9 to 22.");
  expect(made).toMatchObject({ status: 201, body: { shortcut: "hours", title: "Hours", channel_ids: null } });
  const path = `/${made.body.id}`;
  const changed = await call("PATCH", path, { title: "When we are open" });
  expect(changed.body).toMatchObject({ shortcut: "hours", title: "When we are open", body: "From 9 to 22." });
  expect((await call("GET", path)).body).toEqual(changed.body);
  expect((await call("DELETE", path)).status).toBe(204);
  for (const method of ["GET", "DELETE"]) expect((await call(method, path)).status).toBe(404);
});

test("two quick replies can't have one shortcut, in whatever case", async () => {
  await keep("address", "Pier 4");
  const other = (await keep("way", "By tram")).body.id;
  const refused = { status: 409, body: { code: "shortcut_taken", errors: [{ path: "/shortcut" }] } };
  expect(await keep("ADDRESS", "Pier 5")).toMatchObject(refused);
  expect(await call("PATCH", `/${other}`, { shortcut: "Address" })).toMatchObject(refused);
});

test("they are found without regard to case and accents in every script, and are one however they are written", async () => {
  await keep("Öffnung", "Täglich ÉTÉ", { title: "ПРИВЕТ" });
  for (const words of ["öff", "ÖFF", "off", "привет", "ete", "TÄGLICH"])
    expect(await listed(`q=${encodeURIComponent(words)}`)).toEqual(["öffnung"]);
  const decomposed = await keep("o\u0308ffnung", "Again");
  expect(decomposed).toMatchObject({ status: 409, body: { code: "shortcut_taken" } });
});

test("they are listed by shortcut, page by page, and found by its beginning and by words", async () => {
  await keep("menu-summer", "The cold dishes", { title: "For hot days" });
  await keep("menu-autumn", "Pumpkin soup");
  expect(await listed("q=menu")).toEqual(["menu-autumn", "menu-summer"]);
  expect(await listed("q=PUMPKIN")).toEqual(["menu-autumn"]);
  expect(await listed("q=hot%20days")).toEqual(["menu-summer"]);
  const page = (await call("GET", "?q=menu&limit=1")).body;
  expect(await listed(`q=menu&limit=1&cursor=${page.meta.next_cursor}`)).toEqual(["menu-summer"]);
});

test("the contact's fields are put in, or the words for those who lack them", async () => {
  await waypost.call("PATCH", `/v1/contacts/${await contactId()}`, {
    name: "Ada Lovelace",
    custom_fields: { table: 4 },
  });
  await keep("fill", "{{first_name}}, {{ name }}: table {{custom.table}}, {{email|no address}}");
  const [reply] = (await call("GET", `?q=fill&conversation_id=${conversationId}`)).body.data;
  expect(reply.filled).toEqual({ text: "Ada, Ada Lovelace: table 4, no address", missing: [] });
  expect((await call("GET", "?q=fill")).body.data[0].filled).toBeNull();
});

test("a field that the contact lacks is named, and its placeholder stays", async () => {
  await keep("lack", "{{external_id}} and {{external_id}}, {{custom.no}}");
  const [reply] = (await call("GET", `?q=lack&conversation_id=${conversationId}`)).body.data;
  const text = "{{external_id}} and {{external_id}}, {{custom.no}}";
  expect(reply.filled).toEqual({ text, missing: ["external_id", "custom.no"] });
});

test("a key that may not read contacts sees no more of them than a conversation shows", async () => {
  await waypost.call("PATCH", `/v1/contacts/${await contactId()}`, { name: "Ada", email: "ada@example.com" });
  await keep("secret", "{{name}} {{phone_number}} {{email|hidden}}");
  const reader = caller(waypost.url, await makeKey(waypost, ["messages:read"]));
  const { body } = await reader("GET", `/v1/quick_replies?q=secret&conversation_id=${conversationId}`);
  expect(body.data[0].filled.text).toBe("Ada +14155564001 hidden");
});

test.each([
  ["an unknown field", { body: "{{frist_name}}" }, "/body"],
  ["a NUL", { body: "a\u0000" }, "/body"],
  ["white space in the shortcut", { shortcut: "a b" }, "/shortcut"],
  ["a slash in the shortcut", { shortcut: "/a" }, "/shortcut"],
  ["an unknown channel", { channel_ids: ["ch_none"] }, "/channel_ids/0"],
  ["no channel at all", { channel_ids: [] }, "/channel_ids"],
  ["a text that no message can have", { body: "a".repeat(4097) }, "/body"],
])("%s is refused with its place", async (_, wrong, path) => {
  const answer = await keep("wrong", "x", wrong);
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path }] } });
});

test("a key for one channel sees what is for it, and changes what is for it alone", async () => {
  const own = (await keep("own", "x", { channel_ids: [waypost.channelId] })).body.id;
  const general = (await keep("general", "x")).body.id;
  const other = await anotherChannel();
  expect((await keep("foreign", "x", { channel_ids: [other] })).status).toBe(201);
  const key = await makeKey(waypost, ["messages:read", "messages:send"], [waypost.channelId]);
  const limited = caller(waypost.url, key);
  const seen = (await limited("GET", "/v1/quick_replies?limit=100")).body.data;
  const shortcuts = seen.map(({ shortcut }: { shortcut: string }) => shortcut);
  expect(shortcuts).toContain("own");
  expect(shortcuts).toContain("general");
  expect(shortcuts).not.toContain("foreign");
  const change = (id: string) => limited("PATCH", `/v1/quick_replies/${id}`, { title: "Changed" });
  expect((await change(own)).status).toBe(200);
  expect((await change(general)).status).toBe(403);
  expect((await limited("DELETE", `/v1/quick_replies/${general}`)).status).toBe(403);
  const forAll = await limited("POST", "/v1/quick_replies", { shortcut: "all", body: "x" });
  expect(forAll).toMatchObject({ status: 422, body: { errors: [{ path: "/channel_ids" }] } });
});

test("those for a channel are listed with those for all", async () => {
  const other = await anotherChannel();
  await keep("dock-own", "x", { channel_ids: [waypost.channelId] });
  await keep("dock-other", "x", { channel_ids: [other] });
  await keep("dock-all", "x");
  expect(await listed(`q=dock&channel_id=${other}`)).toEqual(["dock-all", "dock-other"]);
  expect(await listed(`q=dock&conversation_id=${conversationId}`)).toEqual(["dock-all", "dock-own"]);
});

test("a file goes with it, and stays for as long as a quick reply has it", async () => {
  const none = await keep("menu-file", "The menu", { media_id: "med_none" });
  expect(none).toMatchObject({ status: 422, body: { errors: [{ path: "/media_id" }] } });
  const headers = {
    "content-type": "application/pdf",
    "content-disposition": "attachment; filename=menu.pdf",
  };
  const { id: media_id } = (await waypost.call("POST", "/v1/media", "%PDF-1.7 the menu", headers)).body;
  const { id } = (await keep("menu-file", "The menu", { media_id })).body;
  expect((await call("GET", `/${id}`)).body.media_id).toBe(media_id);
  const refused = await waypost.call("DELETE", `/v1/media/${media_id}`);
  expect(refused).toMatchObject({ status: 409, body: { code: "in_use" } });
  expect((await call("PATCH", `/${id}`, { media_id: null })).body.media_id).toBeNull();
  expect((await waypost.call("DELETE", `/v1/media/${media_id}`)).status).toBe(204);
  expect(await call("PATCH", `/${id}`, { media_id })).toMatchObject({ status: 422 });
});

test("of a file, what is new is created, the rest changed, and what is refused stays as it is", async () => {
  const other = await anotherChannel();
  await keep("file-sámé", "Stays");
  await keep("file-old", "Before", { title: "Old", channel_ids: [other] });
  const rows = [
    { shortcut: "FILE-SA\u0301ME\u0301", body: "Stays" },
    { shortcut: "file-sámé", body: "Changes" },
    { shortcut: "file-old", body: "After", channel_ids: null },
    { shortcut: "file-new", body: "New" },
    { shortcut: "file-new", body: "Newer" },
    { shortcut: "file-wrong", body: "{{nme}}" },
    { shortcut: "file\u0000", body: "x" },
    { body: "x" },
    "x",
  ];
  const file = { name: "replies.json", text: JSON.stringify(rows) };
  const expected = [
    { shortcut: "FILE-SA\u0301ME\u0301", action: "none", detail: null },
    { shortcut: "file-sámé", action: "refused", detail: "/shortcut: the file has it twice" },
    { shortcut: "file-old", action: "change" },
    { shortcut: "file-new", action: "create" },
    { shortcut: "file-new", action: "refused", detail: "/shortcut: the file has it twice" },
    {
      shortcut: "file-wrong",
      action: "refused",
      detail: expect.stringContaining("/body: there is no field"),
    },
    { shortcut: "file\u0000", action: "refused", detail: expect.stringContaining("/shortcut: ") },
    { shortcut: "number 8", action: "refused", detail: expect.stringContaining("/shortcut: ") },
    { shortcut: "number 9", action: "refused" },
  ];
  const dry = await call("POST", "/import", { ...file, dry_run: true });
  expect(dry).toMatchObject({ status: 200, body: { data: expected } });
  expect(await listed("q=file-")).toEqual(["file-old", "file-sámé"]);
  const reader = caller(waypost.url, await makeKey(waypost, ["messages:send"], [waypost.channelId]));
  const limited = await reader("POST", "/v1/quick_replies/import", file);
  expect(limited.body.data[2]).toMatchObject({
    action: "refused",
    detail: expect.stringContaining("/channel_ids"),
  });
  expect(await call("POST", "/import", file)).toMatchObject({ body: { data: expected } });
  const found = (await call("GET", "?q=file-")).body.data;
  expect(found).toMatchObject([
    { shortcut: "file-new", title: "file-new", body: "New" },
    { shortcut: "file-old", title: "Old", body: "After", channel_ids: null },
    { shortcut: "file-sámé", body: "Stays" },
  ]);
});

test.each([
  ["a: [", "Flow sequence"],
  ["[]", "there is no quick reply in it"],
  [`- &a [${"x,".repeat(9)}x]\n- ${"&b [*a,*a,*a,*a,*a,*a,*a,*a,*a]"}\n- x`, null],
])("a file such as %j is answered in words", async (text, words) => {
  const answer = await call("POST", "/import", { text });
  if (words === null)
    expect(answer.body.data.every(({ action }: { action: string }) => action === "refused")).toBe(true);
  else expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining(words) } });
});

test("a file made to take long is refused", async () => {
  const keys = Array.from({ length: 90_000 }, (_, nth) => `k${nth}: 1`).join(",");
  expect((await call("POST", "/import", { text: `{${keys}}` })).status).toBe(422);
});

async function anotherChannel(): Promise<string> {
  const { body } = await waypost.call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Second",
  });
  return body.id;
}
