import { afterAll, beforeAll, expect, test } from "bun:test";
import { askControl, callControl } from "../call.ts";
import { onPhone, pairTalk, received, startTown, type Talk, type Town } from "./talk.ts";

let town: Town;
let talk: Talk;
const own = "15550990100";
const pat = "14155550501";

beforeAll(async () => {
  town = await startTown();
  talk = await pairTalk(town, own);
});
afterAll(async () => {
  await talk.end();
  await town.stop();
});

const call = (method: string, path: string, body?: object) =>
  askControl(town.sandbox, method, `/sandbox${path}`, body);

const json = async (method: string, path: string, body?: object) =>
  (await callControl(town.sandbox, method, `/sandbox${path}`, body)).body;

test("a message is sent from a phone, and shown on it", async () => {
  const { id } = await json("POST", `/phones/${pat}/messages`, { content: { body: "hello" } });
  expect((await received(talk, id)).message?.conversation).toBe("hello");
  const { data } = await json("GET", `/phones/${pat}/messages?id=${id}`);
  expect(data).toEqual([
    expect.objectContaining({
      id,
      from_me: true,
      kind: "text",
      text: "hello",
      content: expect.objectContaining({ conversation: "hello" }),
    }),
  ]);
});

test("a phone is watched as it receives and answers", async () => {
  const stream = await call("GET", `/phones/${pat}/events`);
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await talk.socket.sendMessage(`${pat}@s.whatsapp.net`, { text: "watch this" });
  let seen = "";
  while (!seen.includes("watch this")) seen += (await reader?.read())?.value ?? "";
  expect(seen).toMatch(/^id: \d+\ndata: \{.*"type":"message".*watch this/m);
  await reader?.cancel();
});

test("the stream continues behind the last event that was seen", async () => {
  const sequences: number[] = [];
  town.people().control.watch(pat, ({ sequence }) => sequences.push(sequence), { after: 0 })();
  const stream = await call("GET", `/phones/${pat}/events?after=${sequences.at(-2)}`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  while (!seen.includes("id: ")) seen += (await reader?.read())?.value ?? "";
  expect(seen).toContain(`id: ${sequences.at(-1)}\n`);
  await reader?.cancel();
});

test("somebody's behaviour is changed, and a message is reported by hand", async () => {
  const quiet = "14155550502";
  const settled = await json("POST", `/phones/${quiet}/behaviour`, { reports: [] });
  expect(settled).toMatchObject({ on_whatsapp: true, reports: [] });
  const sent = await talk.socket.sendMessage(`${quiet}@s.whatsapp.net`, { text: "hello" });
  const id = sent?.key.id ?? "";
  await onPhone(town, quiet, (message) => message.id === id);
  await call("POST", `/phones/${quiet}/receipts`, { id, status: "read" });
  await talk.see(() => talk.stanzas.some(({ attrs }) => attrs.id === id && attrs.type === "read"));
});

test("reports come with the requested delay", async () => {
  const timings = { delivered_ms: 1, read_ms: 2, played_ms: 600_000 };
  expect(await json("POST", "/people/timings", timings)).toEqual(timings);
});

test("counts, people and defects are reported", async () => {
  const { kinds, behaviours } = await json("GET", "/people");
  expect(kinds).toContain("poll_vote");
  expect(behaviours).toContainEqual(expect.objectContaining({ digits: "04", name: "silent" }));
  const { total, repeated } = await json("GET", `/phones/${pat}/counts`);
  expect({ total, repeated }).toEqual({ total: 1, repeated: [] });
  expect((await json("GET", "/people/counts")).total).toBeGreaterThan(total);
  expect(await json("GET", "/people/failures")).toEqual({ data: [] });
});

test("the file of a message expires, for a while or for good", async () => {
  const { id } = await json("POST", `/phones/${pat}/messages`, { kind: "image" });
  const expiry = await json("POST", `/phones/${pat}/expired`, { id });
  expect(expiry).toEqual({ id, status: 410, for_good: false });
  const loss = await json("POST", `/phones/${pat}/expired`, { id, for_good: true });
  expect(loss).toEqual({ id, status: 404, for_good: true });
  expect(await json("POST", "/media/faults", { at: "upload", status: 503 })).toEqual({
    at: "upload",
    times: 1,
  });
  expect((await call("DELETE", "/media/faults")).status).toBe(200);
});

test("a person moves to another number, shows presence and is in the address book", async () => {
  expect((await call("POST", "/phones/14155550503/number", { to: "14155550504" })).status).toBe(200);
  expect(town.people().isOnWhatsApp("14155550503")).toBe(false);
  expect((await call("POST", `/phones/${pat}/presence`, { presence: "recording" })).status).toBe(200);
  const contacts = [{ number: "14155550505", name: "Friend" }];
  expect((await call("POST", `/phones/${own}/history`, { contacts })).status).toBe(200);
});

test("a wrong request is refused with a reason", async () => {
  const refusals = [
    [400, `/phones/${pat}/messages`, { kind: "telegram" }],
    [400, `/phones/${pat}/messages`, { content: { body: 7 } }],
    [400, `/phones/${pat}/messages`, { content: { wrap: "paper" } }],
    [400, "/phones/nobody/messages", {}],
    [404, `/phones/${pat}/messages`, { kind: "reaction", content: { message_id: "NONE" } }],
    [404, `/phones/${pat}/receipts`, { id: "NONE", status: "read" }],
    [409, "/phones/15550000101/messages", {}],
    [400, `/phones/${pat}/behaviour`, { number: "sometimes" }],
  ] as const;
  for (const [status, path, body] of refusals) {
    const answer = await call("POST", path, body);
    expect([path, answer.status]).toEqual([path, status]);
    expect(await answer.json()).toEqual({ error: { message: expect.any(String) } });
  }
});
