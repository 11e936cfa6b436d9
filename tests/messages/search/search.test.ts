/** Messages are found by what was said, as it is now, and by nothing else. */
import { expect, test } from "bun:test";
import { recordOf, take } from "../../inbound/support.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { heard, indexed, marked } from "./support.ts";

const waypost = sharedDaemon();

const search = async (q: string, more = "") =>
  await waypost.call("GET", `/v1/messages/search?q=${encodeURIComponent(q)}${more}`);
/** What a search finds, newest first. */
const found = async (q: string, more = "") => (await search(q, more)).body.data;
const texts = async (q: string, more = "") =>
  (await found(q, more)).map(({ text }: { text: string }) => text);

async function hear(words: string | object, from?: string) {
  const message = heard(words, from);
  await take(waypost, { messages: [message] });
  return await recordOf(waypost, message.id);
}

async function send(type: string, content: object, to = "14155568002") {
  const message = { channel_id: waypost.channelId, to, type, content };
  return (await waypost.call("POST", "/v1/messages", message)).body;
}

test("a word or its beginning finds what was sent and received, the newest first, and says where it is", async () => {
  const [said, after] = [heard("👋 Is the Café open tomorrow?"), heard("Or on Sunday?")];
  await take(waypost, { messages: [said, after] });
  const first = await recordOf(waypost, said.id);
  const second = await send("text", { body: "Our cafe opens at nine" });
  await indexed(waypost);
  const both = await found("cafe");
  expect(both.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect(both.map(({ highlights }: { highlights: unknown }) => highlights)).toEqual([[[4, 4]], [[9, 4]]]);
  expect(marked(await found("CAF open"))).toEqual([
    ["caf", "open"],
    ["Caf", "open"],
  ]);
  expect(both[1]).toEqual({
    ...(await waypost.call("GET", `/v1/messages/${first.id}`)).body,
    highlights: [[9, 4]],
  });
  expect([await texts("cafe tomorrow zebra"), await texts("afe")]).toEqual([[], []]);
});

test("every script is found, without case and accents, and those without blanks anywhere", async () => {
  const said =
    "Straße nach Łódź, ΟΔΟΣ İzmir, 東京タワーへ行く, iPhone手机, สวัสดีครับ, שָׁלוֹם, مُحَمَّد, 안녕하세요, नमस्ते, naïve";
  const { id } = await hear(said);
  await indexed(waypost);
  const words = ["STRASS", "lodz", "οδος", "izmir", "タワー", "京", "く", "手机", "iphone", "ดีครับ", "שלום"];
  for (const word of [...words, "محمد", "안녕", "नमस्ते", "naive", "東京 行く"]) {
    const ids = (await found(word)).map((one: { id: string }) => one.id);
    expect([word, ids]).toEqual([word, [id]]);
  }
  expect(marked(await found("strasse 京タ"))).toEqual([["Straße", "京タ"]]);
  for (const other of ["京東", "タワーく", "anna"]) expect(await texts(other)).toEqual([]);
});

test("captions, file names, places, templates as sent and titles that were chosen are found, what names them is not", async () => {
  const media = { id: "1", mime_type: "application/pdf", filename: "Invoice-4711.pdf", caption: "Your bill" };
  await hear({ type: "document", document: media });
  await hear({
    type: "location",
    location: { latitude: 1, longitude: 2, name: "Harbour", address: "Pier 4" },
  });
  const chosen = { type: "list_reply", list_reply: { id: "row", title: "Window seat" } };
  await hear({ type: "interactive", interactive: chosen });
  const components = [{ type: "BODY", text: "Parcel {{1}} is here", example: { body_text: [["7"]] } }];
  await waypost.sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    select ${waypost.organizationId}, 'tpl_parcel', waba_id, 'parcel', 'en_US', 'UTILITY', 'approved',
      ${JSON.stringify(components)} from channels where id = ${waypost.channelId}`;
  const parameters = [{ type: "text", text: "Zanzibar" }];
  const template = {
    name: "parcel",
    language: { code: "en_US" },
    components: [{ type: "body", parameters }],
  };
  await send("template", { template });
  await indexed(waypost);
  const kinds = ["invoice 4711", "bill", "harbour pier", "window", "parcel zanz"];
  expect(await Promise.all(kinds.map((q) => texts(q)))).toEqual([
    ["Document: Invoice-4711.pdf · Your bill"],
    ["Document: Invoice-4711.pdf · Your bill"],
    ["Location: Harbour, Pier 4"],
    ["Window seat"],
    ["Parcel Zanzibar is here"],
  ]);
  expect([await texts("document"), await texts("location")]).toEqual([[], []]);
});

test("an edited message is found by its new words alone, a deleted one not at all", async () => {
  const original = heard("Meet me at the lighthouse");
  await take(waypost, { messages: [original] });
  await indexed(waypost);
  expect(await texts("lighthouse")).toEqual(["Meet me at the lighthouse"]);
  const edit = {
    original_message_id: original.id,
    message: { type: "text", text: { body: "At the windmill" } },
  };
  await take(waypost, { messages: [heard({ type: "edit", edit })] });
  expect(await texts("lighthouse")).toEqual([]);
  await indexed(waypost);
  expect([await texts("lighthouse"), await texts("windmill")]).toEqual([[], ["At the windmill"]]);
  const revoke = { original_message_id: original.id };
  await take(waypost, { messages: [heard({ type: "revoke", revoke })] });
  expect([await texts("windmill"), await texts("deleted message")]).toEqual([[], []]);
});

test("pages hold each message once, also where many were recorded in one moment", async () => {
  await Promise.all(Array.from({ length: 25 }, (_, nth) => send("text", { body: `Marathon ${nth}` })));
  await indexed(waypost);
  const walked: string[] = [];
  let cursor = "";
  do {
    const { body } = await search("marathon", `&limit=4${cursor}`);
    walked.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.meta.next_cursor === null ? "" : `&cursor=${body.meta.next_cursor}`;
  } while (cursor !== "");
  expect(walked).toHaveLength(25);
  expect(walked).toEqual([...new Set(walked)].sort().reverse());
});

test("each filter leaves what it names", async () => {
  const received = await hear("Pineapple from outside", "14155568010");
  const sent = await send("text", { body: "Pineapple from us" }, "14155568011");
  await indexed(waypost);
  const record = (await waypost.call("GET", `/v1/messages/${sent.id}`)).body;
  const filters: [string, string[]][] = [
    ["", [sent.id, received.id]],
    ["&direction=inbound", [received.id]],
    [`&channel_id=${waypost.channelId}`, [sent.id, received.id]],
    ["&channel_id=ch_other", []],
    [`&conversation_id=${received.conversation_id}`, [received.id]],
    [`&contact_id=${record.contact_id}`, [sent.id]],
    [`&contact_id=${record.contact_id}&conversation_id=${received.conversation_id}`, []],
    [`&from=${encodeURIComponent(record.created_at)}`, [sent.id]],
    [`&to=${encodeURIComponent(record.created_at)}`, [received.id]],
  ];
  for (const [filter, ids] of filters)
    expect([filter, (await found("pineapple", filter)).map(({ id }: { id: string }) => id)]).toEqual([
      filter,
      ids,
    ]);
  // nor does a page begin behind where the filter ends
  const { next_cursor } = (await search("pineapple", "&limit=1")).body.meta;
  const earlier = new Date(Date.now() - 3600_000).toISOString();
  expect(await found("pineapple", `&to=${earlier}&cursor=${next_cursor}`)).toEqual([]);
});
