/** The archive of a person has all that is kept of them, for people and for programs, and nothing of others. */
import { beforeAll, expect, test } from "bun:test";
import { BYTES, callsOf, GROUP, type Life, live, NEIGHBOUR, wordsOf, ZELDA } from "../erasing/life.ts";
import { receive, settled } from "../inbound/support.ts";
import { makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { unzipped } from "./unzipped.ts";

const waypost = sharedDaemon();
const HTML = `<script>alert("xylophone")</script>`;

let life: Life;
let files: Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: has every shape
let person: any;

const ask = (contact: string, key = waypost.key) =>
  fetch(`${waypost.url}/v1/contacts/${contact}/archive`, { headers: { "x-api-key": key } });

beforeAll(async () => {
  life = await live(waypost);
  await callsOf(waypost).says(ZELDA, "wamid.zelda.html", HTML);
  await plant();
  await plantOfNeighbour();
  files = await unzipped(await (await ask(life.zelda)).bytes());
  person = JSON.parse(files["person.json"] ?? "");
});

/** What the sandbox of official numbers brings nothing of. */
async function plant(): Promise<void> {
  const { sql, organizationId: organization_id, channelId: channel_id } = waypost;
  const of = { organization_id, channel_id };
  await sql`insert into group_people ${sql({ ...of, group_id: GROUP, participant: ZELDA, phone: ZELDA })}`;
  const price = { category: "utility", currency: "EUR", messages: 1, free: 0, unpriced: 0, amount: 1 };
  await sql`insert into cost_contacts ${sql({ ...of, ...price, contact_id: life.zelda, at: "2026-11-30" })}`;
}

/** What is the neighbour's, and names Zelda; and whose file's id Zelda writes. */
async function plantOfNeighbour(): Promise<void> {
  const { sql, organizationId: organization_id, channelId: channel_id } = waypost;
  const record = Buffer.from(`+${NEIGHBOUR},Ned,nonsense,+${ZELDA}`);
  const line = { import_id: "imp_ned", line: 2, code: "x", detail: "a wrong email", record };
  await sql`insert into import_refusals ${sql({ organization_id, ...line })}`;
  const asked = { id: "apr_ned", key_id: "k", status: "waiting", address: NEIGHBOUR, expires_at: new Date() };
  const words = { input: "{}", message: `{"body":"Ned, ask +${ZELDA}"}`, preview: "Ned" };
  await sql`insert into approvals ${sql({ organization_id, channel_id, ...asked, ...words })}`;
  const file = await receive(waypost, {
    ...{ from: NEIGHBOUR, kind: "document", content: { base64: btoa("A trombone") } },
  });
  await settled(waypost, file.content.media_id);
  await callsOf(waypost).says(ZELDA, "wamid.zelda.file", file.content.media_id);
}

test("it has each word that names the person, for programs", () => {
  expect(wordsOf(life).filter((word) => !files["person.json"]?.includes(word))).toEqual([]);
});

test.each([
  ["identities", "quaxwell.example"],
  ["contacts", "Quokka"],
  ["notes", "Zelda is left-handed"],
  ["tags", "zelda-fans"],
  ["consents", "Form of Zelda"],
  ["comments", "Zelda called"],
  ["conversations", "xylophones"],
  ["conversation_notes", "Zelda wants it today"],
  ["approvals", "Psst Zelda"],
  ["broadcasts", "Spring"],
  ["refused_lines_of_imports", "nonsense"],
  ["groups", GROUP],
  ["costs", "utility"],
])("%s are in it, also to be read", (section, word) => {
  expect(JSON.stringify(person[section])).toContain(word);
  expect(files["index.html"]).toContain(Bun.escapeHTML(word));
});

test("it has the messages from and to the person, those that wait too, and what they wrote in groups", () => {
  const texts = person.messages.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(
    expect.arrayContaining([
      "Where is my xylophone?",
      "Your xylophone is here",
      "A later xylophone",
      "I play the glockenspiel",
    ]),
  );
});

test("it has the file that the person sent, and says with which message it came", () => {
  const names = Object.keys(files).filter((name) => name.startsWith("files/"));
  expect(names.map((name) => files[name])).toEqual([BYTES]);
  expect(person.messages.filter((one: { files: string[] }) => one.files[0] === names[0])).toHaveLength(1);
  expect(files["index.html"]).toContain(`href="${names[0]}"`);
});

test("it has nothing of others, in groups either", () => {
  const all = Object.values(files).join("\n");
  expect(
    [NEIGHBOUR, "Ned", "trombone", life.neighbour, "Friend of"].filter((word) => all.includes(word)),
  ).toEqual([]);
});

test("of a line that may be somebody else's, it has the place alone", () => {
  expect(person.refused_lines_of_imports).toContainEqual({ line: 2, detail: "a wrong email", record: null });
});

test("what somebody wrote is no markup on its page", () => {
  expect(files["index.html"]).toContain(Bun.escapeHTML(HTML));
  expect(files["index.html"]).not.toContain("<script");
});

test("that it was made is in the audit log", async () => {
  const { body } = await waypost.call("GET", `/v1/audit?action=contact.archived`);
  expect(body.data[0].target).toMatchObject({ type: "contact", id: life.zelda });
});

test("a key that may only read contacts gets none", async () => {
  const answer = await ask(life.zelda, await makeKey(waypost, ["contacts:read", "messages:read"]));
  expect(answer.status).toBe(403);
});
