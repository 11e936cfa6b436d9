/**
 * A platform of the tests' own, complete in this folder: nothing outside knows it. A message to somebody is delivered
 * and read at once; people write by `write`.
 */

import type { ProviderChannel } from "../../../daemon/providers/channel.ts";
import type { ReceivedMessage, ReportedStatus } from "../../../daemon/providers/inbound.ts";
import { createPolicies } from "../../../daemon/providers/policy.ts";
import type { OutboundMessage, Provider } from "../../../daemon/providers/provider.ts";
import type { Registration } from "../../../daemon/providers/registry.ts";
import { ENCODERS } from "./encoders.ts";
import { ROOM } from "./room.ts";

export const ECHO = "echo";

export type Echo = {
  register: Registration;
  /** The texts sent to somebody, in order. */
  heard(person: string): string[];
  /** Has somebody write to the channel that last sent something, or was checked. */
  write(person: string, text: string): Promise<void>;
};

/** An echo that nobody has spoken to yet. */
export function createEcho(): Echo {
  const said: { to: string; text: string }[] = [];
  let tell: Parameters<Registration>[0]["receive"] | null = null;
  let last: { organizationId: string; channelId: string } | null = null;

  async function send(channel: ProviderChannel, message: OutboundMessage) {
    last = keyOf(channel);
    if (!message.addressed) return { kind: "sent" as const, providerMessageId: null };
    const providerMessageId = `echo.${message.id}`;
    said.push({ to: message.to ?? "", text: String(message.body.say) });
    await tell?.(
      last,
      (["delivered", "read"] as const).map((status) => report(message.id, providerMessageId, status)),
    );
    return { kind: "sent" as const, providerMessageId };
  }

  const provider: Provider = {
    name: ECHO,
    encoders: ENCODERS,
    connects: ROOM,
    knowsStatus: "calls",
    addressedBy: ["phone"],
    dropsCopies: true,
    hasServiceWindow: false,
    rendersTemplates: false,
    hasTypedChoices: false,
    looksUpNumbers: false,
    policy: createPolicies(
      () => null,
      () => ({
        concurrency: 8,
        attempts: { relaxed: false, mostDoubts: 1 },
        laneWait: () => 0,
        take: () => 0,
      }),
    ),
    send,
    async probe(channel) {
      last = keyOf(channel);
      return { status: "connected", reason: null, isTheirs: true };
    },
  };

  return {
    register(given) {
      tell = given.receive;
      return provider;
    },
    heard: (person) => said.filter(({ to }) => to === person).map(({ text }) => text),
    async write(person, text) {
      if (tell === null || last === null) throw new Error("nobody has spoken to the echo yet");
      await tell(last, [received(person, text)]);
    },
  };
}

function keyOf({ organizationId, id }: ProviderChannel) {
  return { organizationId, channelId: id };
}

function report(messageId: string, providerMessageId: string, status: "delivered" | "read"): ReportedStatus {
  return {
    ...{ kind: "status", messageId, providerMessageId, status },
    ...{ at: new Date(), error: null, pricing: null, recipient: null },
  };
}

function received(person: string, text: string): ReceivedMessage {
  return {
    ...{ kind: "message", providerMessageId: `echo.${crypto.randomUUID()}`, direction: "inbound" },
    ...{ person: { type: "phone", value: person }, alias: null, name: null, fromPhone: person },
    ...{ type: "text", content: { body: text }, media: null, order: null, at: new Date() },
  };
}
