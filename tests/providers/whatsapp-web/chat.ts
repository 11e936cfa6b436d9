/** A daemon with a paired number, and people on a WhatsApp Web server who really talk to it. */
import { expect } from "bun:test";
import type { Switchboard } from "../../../daemon/sandbox/whatsapp-web/link.ts";
import type { Form } from "../../../daemon/sandbox/whatsapp-web/people/identity/addresses.ts";
import { createPeople, type SandboxPeople } from "../../../daemon/sandbox/whatsapp-web/people/people.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
  type WhatsAppWebSandboxOptions,
} from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { trust } from "../../../daemon/sandbox/whatsapp-web/wire/trust.ts";
import type { DaemonOptions } from "../../../daemon/start/daemon-options.ts";
import { untilStatus } from "../../gateway/support.ts";
import { eventsOf, processed } from "../../inbound/support.ts";
import { startTestDaemon, type TestDaemon } from "../../support/daemon.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { eventually } from "../../support/until.ts";

export const NUMBER = "15557010001";
/** Nobody in particular: gets, reads and plays everything. */
export const ADA = "491700000001";

/** As fast as it goes, to as many as there are. */
export const AT_ONCE = { rate: { per_second: 100_000 }, warmup: null };

type Json = Record<string, unknown>;
type Control = SandboxPeople["control"];
type PhoneMessage = ReturnType<Control["messages"]>[number];
// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape
type MessageRecord = any;

export type Chat = {
  daemon: TestDaemon;
  web: WhatsAppWebSandbox;
  channelId: string;
  people(): Control;
  /** WhatsApp's server, as its people see it. */
  switchboard(): Switchboard;
  /** Sends a message to Ada, or to whom `to` says; answers with its id. */
  send(type: string, content: Json, to?: string, more?: Json): Promise<string>;
  /** Sends it and waits until its status is one of these. */
  sent(type: string, content: Json, ...statuses: string[]): Promise<MessageRecord>;
  /** Ada, or somebody else, sends a message of a kind; answers with the record it became. */
  receive(kind: string, content?: Json, from?: string, more?: { form?: Form }): Promise<MessageRecord>;
  /** The record of a message that came in, by WhatsApp's id. */
  record(providerMessageId: string): Promise<MessageRecord>;
  /** The message on somebody's phone, once it is there. */
  onPhone(providerMessageId: string, number?: string): Promise<PhoneMessage>;
  events(type: string): Promise<Json[]>;
  /** The test has something come in that the daemon doesn't know. */
  plantsStrangers(): void;
  /** Throws when something came in that nobody reads and that no test planted: the sandbox sends nothing of the kind. */
  stop(): Promise<void>;
};

/** Starts all of it and pairs the number. */
export async function startChat(
  settings: object = AT_ONCE,
  patience?: DaemonOptions["patience"],
  options: Pick<WhatsAppWebSandboxOptions, "onStanza" | "bans"> & {
    databaseUrl?: string;
    retentionDays?: number;
    /** Whether the number is in the WhatsApp Business app. */
    business?: boolean;
  } = {},
): Promise<Chat> {
  let people: SandboxPeople | null = null;
  let switchboard: Switchboard | null = null;
  let isPlanted = false;
  const web = await startWhatsAppWebSandbox({
    ...options,
    async createPeople(given) {
      switchboard = given.switchboard;
      people = await createPeople(given);
      return people;
    },
  });
  trust(web.certificate);
  const home = temporaryFolder("chat");
  const daemon = await startTestDaemon({
    config: {
      ...{ home, webSocketUrl: web.url, webRootKey: web.rootKey },
      ...(options.retentionDays === undefined ? {} : { retentionDays: options.retentionDays }),
    },
    ...(patience === undefined ? {} : { patience }),
    ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
  });
  const { call } = daemon;
  const control = (): Control => {
    if (people === null) throw new Error("there are no people");
    return people.control;
  };
  if (options.business) control().setBusiness(NUMBER, { verifiedName: "Blue Door" });
  const channelId = await pair(daemon, web, settings);

  async function send(type: string, content: Json, to = ADA, more: Json = {}): Promise<string> {
    const { status, body } = await call("POST", "/v1/messages", {
      channel_id: channelId,
      to,
      type,
      content,
      ...more,
    });
    if (status !== 201) throw new Error(`${type} was refused: ${JSON.stringify(body)}`);
    return body.id;
  }

  async function record(providerMessageId: string): Promise<MessageRecord> {
    return await eventually(`message ${providerMessageId} as a record`, async () => {
      await processed(daemon);
      const query = `?channel_id=${channelId}`;
      const { status, body } = await call("GET", `/v1/messages/${providerMessageId}/status${query}`);
      return status === 200 ? (await call("GET", `/v1/messages/${body.message_id}`)).body : null;
    });
  }

  return {
    daemon,
    web,
    channelId,
    people: control,
    switchboard() {
      if (switchboard === null) throw new Error("there is no server");
      return switchboard;
    },
    send,
    record,
    async sent(type, content, ...statuses) {
      return await daemon.until(await send(type, content), ...statuses);
    },
    async receive(kind, content = {}, from = ADA, more = {}) {
      return await record(await control().send(from, { kind, content, to: NUMBER, ...more }));
    },
    onPhone: (id, number = ADA) =>
      eventually(`message ${id} on the phone of ${number}`, async () => {
        const found = control()
          .messages(number)
          .find((message) => message.id === id);
        return found === undefined || found.kind === null ? null : found;
      }),
    async events(type) {
      await processed(daemon);
      return (await eventsOf(daemon)).filter((event) => event.type === type).map(({ body }) => body);
    },
    plantsStrangers() {
      isPlanted = true;
    },
    async stop() {
      const strangers = await strangersOf(daemon);
      await daemon.stop();
      await web.stop();
      if (!isPlanted) expect(strangers).toEqual([]);
    },
  };
}

/** The shapes of what came from WhatsApp Web to a daemon, and nobody reads. */
async function strangersOf({ call }: TestDaemon): Promise<string[]> {
  const { body } = await call("GET", "/metrics");
  const counts: string[] = String(body).match(/^waypost_drift_total\{.*$/gm) ?? [];
  // a kind that no library can know, which people send on purpose
  const isOnPurpose = (line: string) => line.includes('shape="message.kind=?"');
  return counts.filter((line) => !line.includes('source="meta_') && !isOnPurpose(line));
}

async function pair(daemon: TestDaemon, web: WhatsAppWebSandbox, settings: object): Promise<string> {
  const { call } = daemon;
  const made = await call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
    settings,
  });
  const id: string = made.body.id;
  await call("POST", `/v1/channels/${id}/connect`, {});
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  await web.control.scan(NUMBER, body.qr);
  await untilStatus(call)(id, "connected");
  return id;
}
