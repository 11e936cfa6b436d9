/** The WhatsApp Web sandbox, with two numbers of businesses that Baileys is paired with. */

import type { WAMessage } from "baileys";
import { startSandbox } from "../../daemon/sandbox/start.ts";
import { pairTalk, received, type Talk } from "../sandbox/whatsapp-web/people/talk.ts";
import { type Business, type Inbound, requestsTo, type SandboxSite } from "./sandbox-site.ts";

const SOMEBODY = "491700000009";

export async function startWhatsAppWebSite(): Promise<SandboxSite> {
  const { graph, web, stop } = await startSandbox();
  if (web === null) throw new Error("baileys is not installed");
  const { get, post, ask, remove } = requestsTo(graph.url);
  const town = { sandbox: web, people: web.control.people, stop };
  const number = "15557010001";
  const otherNumber = "15557010002";
  const talk = await pairTalk(town, number);
  const otherTalk = await pairTalk(town, otherNumber);
  const business = businessOf(number, talk);
  return {
    business,
    otherBusiness: businessOf(otherNumber, otherTalk),
    order: (from: string, to: Business, body: object) =>
      post(`phones/${from}/messages`, { to: to.number, ...body }),
    answering: (id: string) => ({ reply_to: id }),
    async phone(person: string) {
      const { data } = await get(`phones/${person}/messages`);
      const incoming = data.filter((message: { from_me: boolean }) => !message.from_me);
      return incoming.map(({ id, kind }: { id: string; kind: string }) => ({ id, kind }));
    },
    people: async () => (await get("people")).behaviours,
    fault: {
      set: () => ask("faults", { fault: "ack_429", number, times: 100 }),
      listed: async () => (await get("faults")).data.map(({ fault }: { fault: string }) => fault),
      lift: () => remove("faults"),
      strikes: async () => (await business.send(SOMEBODY, "Is it ready?")) === null,
    },
    async stop() {
      await talk.end();
      await otherTalk.end();
      await stop();
    },
  };
}

function businessOf(number: string, talk: Talk): Business {
  const stanzasOf = (tag: string, id: string) =>
    talk.stanzas.filter((stanza) => stanza.tag === tag && stanza.attrs.id === id);
  return {
    number,
    async send(person, text) {
      const sent = await talk.socket.sendMessage(`${person}@s.whatsapp.net`, { text });
      const id = sent?.key.id ?? "";
      const acknowledgement = await talk.see(() => stanzasOf("ack", id)[0]);
      return acknowledgement.attrs.error === undefined ? id : null;
    },
    got: async (id) => inboundOf(await received(talk, id)),
    inbox: () => talk.messages.flatMap(({ message: { key } }) => (key.fromMe ? [] : (key.id ?? []))),
    untilRead: (id) => talk.see(() => stanzasOf("receipt", id).some(({ attrs }) => attrs.type === "read")),
  };
}

function inboundOf({ key, message }: WAMessage): Inbound {
  const addresses = [key.remoteJid, key.remoteJidAlt];
  const address = addresses.find((jid) => jid?.endsWith("@s.whatsapp.net")) ?? "";
  const { conversation, extendedTextMessage: extended, reactionMessage: reaction } = message ?? {};
  return {
    from: address.split("@")[0] ?? "",
    text: conversation ?? extended?.text ?? undefined,
    answers: extended?.contextInfo?.stanzaId ?? undefined,
    reaction: reaction ? { emoji: reaction.text ?? "", to: reaction.key?.id ?? "" } : undefined,
  };
}
