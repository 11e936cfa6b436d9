import { afterAll, beforeAll, expect, test } from "bun:test";
import type { BinaryNode, WAMessage } from "baileys";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { node, SERVER } from "../../../daemon/sandbox/whatsapp-web/wire/nodes.ts";
import { until } from "../../support/until.ts";
import { type Client, connect, newIdentity, pair } from "./client.ts";

let sandbox: WhatsAppWebSandbox;

beforeAll(async () => {
  sandbox = await startWhatsAppWebSandbox();
});

afterAll(() => sandbox.stop());

test("a client's other companion gets a copy of what it sends", async () => {
  const number = "15550004001";
  const [sender, other] = [await pair(sandbox, number), await pair(sandbox, number)];
  const copies = watchMessages(other);
  const sent = await sender.socket.sendMessage("15550004002@s.whatsapp.net", { text: "to both" });
  const copy = await copies.find(({ key }) => key.id === sent?.key.id);
  expect(copy.message?.conversation ?? copy.message?.extendedTextMessage?.text).toBe("to both");
  expect(copy.key).toMatchObject({ fromMe: true, remoteJid: "15550004002@s.whatsapp.net" });
});

test("a client hears of a companion that was linked after it had written", async () => {
  const number = "15550004051";
  const first = await pair(sandbox, number);
  await first.socket.sendMessage("15550004052@s.whatsapp.net", { text: "alone" });
  const second = await pair(sandbox, number);
  await waitFor(() => waiting(number) === 0);
  const copies = watchMessages(second);
  const sent = await first.socket.sendMessage("15550004052@s.whatsapp.net", { text: "not alone" });
  await copies.find(({ key }) => key.id === sent?.key.id);
});

test("a client whose pre-keys run low brings more", async () => {
  const number = "15550004061";
  await pair(sandbox, number);
  const preKeys = () =>
    sandbox.control.phones().find((phone) => phone.number === number)?.devices[0]?.pre_keys;
  const asker = await pair(sandbox, "15550004062");
  const keyOf = node("key", {}, [node("user", { jid: `${number}:1@s.whatsapp.net` })]);
  while ((preKeys() ?? 0) >= 5) {
    await asker.socket.query(node("iq", { to: SERVER, type: "get", xmlns: "encrypt" }, [keyOf]));
  }
  await waitFor(() => (preKeys() ?? 0) >= 5);
});

test("the phone sees whether a companion shows itself", async () => {
  const number = "15550004071";
  const client = await pair(sandbox, number);
  expect(stateOf(number)).toBe("connected");
  Object.assign(client.socket.authState.creds.me ?? {}, { name: "Ada" });
  await client.socket.sendPresenceUpdate("available");
  await waitFor(() => stateOf(number) === "available");
  await client.socket.end(undefined);
  await waitFor(() => stateOf(number) === "away");
});

test("two paired numbers write to each other, with receipts", async () => {
  const [ann, bob] = [await pair(sandbox, "15550004011"), await pair(sandbox, "15550004012")];
  const heard = watchMessages(bob);
  const receipts = watchStanzas(ann, "CB:receipt");
  const sent = await ann.socket.sendMessage("15550004012@s.whatsapp.net", { text: "hello" });
  const message = await heard.find(({ key }) => key.id === sent?.key.id);
  expect(message.key.fromMe).toBe(false);
  await bob.socket.readMessages([message.key]);
  await receipts.find(({ attrs }) => attrs.type === "read" && attrs.id === sent?.key.id);
});

test.each(["463", "479", "429"])("a message is refused with %s", async (code) => {
  const client = await pair(sandbox, `155500041${code.slice(1)}`);
  const acks = watchStanzas(client, "CB:ack,class:message");
  sandbox.control.fault({ fault: `ack_${code}` as "ack_463" });
  const sent = await client.socket.sendMessage("15550004003@s.whatsapp.net", { text: "no" });
  const ack = await acks.find(({ attrs }) => attrs.id === sent?.key.id);
  expect(ack.attrs.error).toBe(code);
  expect(phoneOf("15550004003", sent)).toBe(0);
});

test("a message without an acknowledgement arrives all the same, a lost one does not", async () => {
  const client = await pair(sandbox, "15550004021");
  const acks = watchStanzas(client, "CB:ack,class:message");
  const receipts = watchStanzas(client, "CB:receipt");
  sandbox.control.fault({ fault: "lost" });
  const lost = await client.socket.sendMessage("15550004004@s.whatsapp.net", { text: "lost" });
  sandbox.control.fault({ fault: "no_ack" });
  const quiet = await client.socket.sendMessage("15550004004@s.whatsapp.net", { text: "quiet" });
  sandbox.control.fault({ fault: "slow_ack", delay_ms: 50 });
  const slow = await client.socket.sendMessage("15550004004@s.whatsapp.net", { text: "slow" });
  await acks.find(({ attrs }) => attrs.id === slow?.key.id);
  await receipts.find(({ attrs }) => attrs.id === quiet?.key.id);
  expect(acks.seen.some(({ attrs }) => attrs.id === quiet?.key.id)).toBe(false);
  expect(phoneOf("15550004004", lost)).toBe(0);
  expect(phoneOf("15550004004", quiet)).toBe(1);
});

test("a connection that is cut at a message keeps it from being taken", async () => {
  const client = await pair(sandbox, "15550004031");
  sandbox.control.fault({ fault: "drop", at: "message", number: "15550004031" });
  const sent = await client.socket.sendMessage("15550004005@s.whatsapp.net", { text: "cut" });
  expect(await client.closed()).toBe(428);
  expect(phoneOf("15550004005", sent)).toBe(0);
});

test("what was not acknowledged comes again after a restart, in order and once", async () => {
  const identity = newIdentity();
  const number = "15550004041";
  const client = await pair(sandbox, number, identity);
  await client.socket.end(undefined);
  const { people } = sandbox.control;
  const ids: string[] = [];
  for (const body of ["one", "two"]) {
    ids.push(await people().control.send("15550004042", { to: number, kind: "text", content: { body } }));
  }
  await waitFor(() => waiting(number) >= 2);
  await sandbox.control.restart({ keep: true });
  ids.push(
    await people().control.send("15550004042", { to: number, kind: "text", content: { body: "three" } }),
  );
  const back = connect(sandbox, identity);
  const heard = watchMessages(back);
  await heard.find(({ key }) => key.id === ids[2]);
  expect(heard.seen.filter(({ key }) => ids.includes(key.id ?? "")).map(({ key }) => key.id ?? "")).toEqual(
    ids,
  );
  await waitFor(() => waiting(number) === 0);
});

/** How often a phone got a message. */
function phoneOf(number: string, message: WAMessage | undefined): number {
  return sandbox.control
    .people()
    .control.messages(number)
    .filter(({ id }) => id === message?.key.id).length;
}

function stateOf(number: string): string | undefined {
  return sandbox.control.phones().find((phone) => phone.number === number)?.devices[0]?.state;
}

function waiting(number: string): number {
  const phone = sandbox.control.phones().find((phone) => phone.number === number);
  return phone?.devices[0]?.waiting ?? 0;
}

function watchMessages({ socket }: Client) {
  const watch = createWatch<WAMessage>();
  socket.ev.on("messages.upsert", ({ messages }) => messages.forEach(watch.add));
  return watch;
}

function watchStanzas({ socket }: Client, event: string) {
  const watch = createWatch<BinaryNode>();
  socket.ws.on(event, watch.add);
  return watch;
}

function createWatch<Item>() {
  const seen: Item[] = [];
  return {
    seen,
    add: (item: Item) => void seen.push(item),
    async find(wanted: (item: Item) => boolean): Promise<Item> {
      await waitFor(() => seen.some(wanted));
      return seen.find(wanted) as Item;
    },
  };
}

async function waitFor(condition: () => boolean): Promise<void> {
  await until(condition);
}
