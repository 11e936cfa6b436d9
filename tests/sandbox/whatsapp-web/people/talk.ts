import { EventEmitter, once } from "node:events";
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from "baileys";
import { createMemory } from "../../../../daemon/sandbox/memory/keep.ts";
import { createPeople, type SandboxPeople } from "../../../../daemon/sandbox/whatsapp-web/people/people.ts";
import type { PhoneMessage } from "../../../../daemon/sandbox/whatsapp-web/people/phone-message.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { until } from "../../../support/until.ts";
import { connect, type Identity, newIdentity } from "../client.ts";

/** A sandbox with its people. */
export type Town = { sandbox: WhatsAppWebSandbox; people(): SandboxPeople; stop(): Promise<void> };

export async function startTown(memory = createMemory()): Promise<Town> {
  let people: SandboxPeople | undefined;
  const sandbox = await startWhatsAppWebSandbox({
    memory,
    createPeople: async (given) => {
      people = await createPeople(given);
      return people;
    },
  });
  return {
    sandbox,
    stop: sandbox.stop,
    people() {
      if (people === undefined) throw new Error("there are no people");
      return people;
    },
  };
}

/** An unmodified Baileys that is logged in, and all its events. */
export type Talk = {
  socket: WASocket;
  identity: Identity;
  /** Messages of `messages.upsert`, with its type. */
  messages: { message: WAMessage; type: "append" | "notify" }[];
  /** `messages.update`, `messaging-history.set`, `lid-mapping.update` and `presence.update`, by name. */
  events: { name: string; value: unknown }[];
  /** The raw `<receipt>` and `<ack class="message">` stanzas. */
  stanzas: BinaryNode[];
  /** Looks whenever something came, until there is something to see. */
  see<Found>(look: () => Found | undefined | false): Promise<Found>;
  /** Ends the socket once everything is answered. */
  end(): Promise<void>;
};

/** Pairs a number by QR code and logs in. */
export async function pairTalk(
  town: Town,
  number: string,
  options: Partial<UserFacingSocketConfig> = {},
): Promise<Talk> {
  const identity = newIdentity();
  const first = connect(town.sandbox, identity);
  await town.sandbox.control.scan(number, await first.qr());
  await first.closed();
  return logIn(town, identity, options);
}

/**
 * Logs in with a paired identity. Decryption runs in the transaction of the own id, as sending does:
 * without that, Baileys breaks its own Signal sessions when both happen at once.
 */
export async function logIn(
  town: Town,
  identity: Identity,
  options: Partial<UserFacingSocketConfig> = {},
): Promise<Talk> {
  const client = connect(town.sandbox, identity, {
    makeSignalRepository: inOneTransaction(identity),
    ...options,
  });
  const talk = listen(client.socket, identity);
  await client.open();
  const end = async () => {
    await settled(town, client.socket.user?.id ?? "");
    await client.socket.end(undefined);
  };
  return { ...talk, end };
}

/** Waits until a client has answered everything: Baileys throws when it is ended in the middle of an answer. */
async function settled({ sandbox }: Town, jid: string): Promise<void> {
  const waiting = () =>
    sandbox.control.phones().some(({ devices }) => devices.some((one) => one.jid === jid && one.waiting > 0));
  await until(() => !waiting());
}

function inOneTransaction({ state }: Identity): SocketConfig["makeSignalRepository"] {
  return (auth, ...rest) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, ...rest);
    const { transaction } = auth.keys as SignalKeyStoreWithTransaction;
    const decryptMessage: typeof repository.decryptMessage = (message) =>
      transaction(() => repository.decryptMessage(message), state.creds.me?.id ?? "");
    return { ...repository, decryptMessage };
  };
}

function listen(socket: WASocket, identity: Identity): Omit<Talk, "end"> {
  const news = new EventEmitter();
  const messages: Talk["messages"] = [];
  const events: Talk["events"] = [];
  const stanzas: BinaryNode[] = [];
  socket.ev.on("messages.upsert", (upsert) => {
    messages.push(...upsert.messages.map((message) => ({ message, type: upsert.type })));
    news.emit("news");
  });
  for (const name of ["messages.update", "messaging-history.set", "lid-mapping.update", "presence.update"]) {
    socket.ev.on(name as "messages.update", (value) => {
      events.push({ name, value });
      news.emit("news");
    });
  }
  for (const pattern of ["CB:receipt", "CB:ack,class:message"]) {
    socket.ws.on(pattern, (stanza: BinaryNode) => {
      stanzas.push(stanza);
      news.emit("news");
    });
  }
  async function see<Found>(look: () => Found | undefined | false): Promise<Found> {
    for (;;) {
      const found = look();
      if (found !== undefined && found !== false) return found;
      await once(news, "news");
    }
  }
  return { socket, identity, messages, events, stanzas, see };
}

/** The message with the id, once it came. */
export async function received({ see, messages }: Talk, id: string): Promise<WAMessage> {
  const found = await see(() => messages.find(({ message }) => message.key.id === id && message.message));
  return found.message;
}

/** The types of the other side's receipts about a message, once so many came; `undefined` is delivered. */
export async function receipts(
  { see, stanzas }: Talk,
  id: string | null | undefined,
  count: number,
): Promise<(string | undefined)[]> {
  const types = () =>
    stanzas.flatMap(({ tag, attrs }) =>
      tag === "receipt" && attrs.id === id && attrs.recipient === undefined ? [attrs.type] : [],
    );
  return see(() => (types().length >= count ? types() : undefined));
}

/** A message on a phone that looks as wanted, once it is there. */
export async function onPhone(
  town: Town,
  number: string,
  look: (message: PhoneMessage) => boolean,
): Promise<PhoneMessage> {
  const { control } = town.people();
  const find = () => control.messages(number).find(look);
  const found = find();
  if (found !== undefined) return found;
  return new Promise((resolve) => {
    const unwatch = control.watch(number, () => {
      const message = find();
      if (message === undefined) return;
      unwatch();
      resolve(message);
    });
  });
}
