/** Messages that came in become facts, in order, whatever is wrong with one of them. */
import { expect, test } from "bun:test";
import type * as library from "baileys";
import { createLog } from "../../../daemon/lib/log.ts";
import type { InboundFact } from "../../../daemon/providers/inbound.ts";
import type { WhatsAppWebSession } from "../../../daemon/providers/whatsapp-web/connection/session.ts";
import { knownGroupsOf } from "../../../daemon/providers/whatsapp-web/groups/known-groups.ts";
import {
  type Arrivals,
  arrivedOf,
  takeWaiting,
} from "../../../daemon/providers/whatsapp-web/receive/arrivals.ts";
import type { WhatsAppWebRecords } from "../../../daemon/providers/whatsapp-web/send/records.ts";

const NUMBER = "15557010001";
const ADA = "491700000001";

test("a message that nothing can be made of is known to have come, and the next one is read", async () => {
  const { arrivals, facts, settled } = fixture();
  let endless: library.proto.IMessage = { conversation: "innermost" };
  for (let level = 0; level < 20_000; level++)
    endless = { extendedTextMessage: { contextInfo: { quotedMessage: endless } } };
  arrivals.waiting.push(arrived("A", endless), arrived("B", { conversation: "hello" }));
  await takeWaiting(arrivals);
  expect(facts).toMatchObject([
    {
      providerMessageId: "A",
      type: "unsupported",
      content: { provider_type: "unreadable" },
      person: { type: "phone", value: ADA },
    },
    { providerMessageId: "B", type: "text", content: { body: "hello" } },
  ]);
  expect(settled).toEqual(["A", "B"]);
});

test("a message stays, and those behind it, while what it is read with can't be had", async () => {
  const { arrivals, facts, settled } = fixture({ find: () => Promise.reject(new Error("no database")) });
  const vote = { pollUpdateMessage: { pollCreationMessageKey: { id: "POLL" } } };
  arrivals.waiting.push(arrived("A", vote), arrived("B", { conversation: "hello" }));
  await expect(takeWaiting(arrivals)).rejects.toThrow("could not be had");
  expect([facts, settled]).toEqual([[], []]);
  expect(arrivals.waiting).toHaveLength(2);
});

function arrived(id: string, message: library.proto.IMessage) {
  const key = { remoteJid: `${ADA}@s.whatsapp.net`, id, fromMe: false };
  return { ...arrivedOf({ key, messageTimestamp: 1_795_253_401 }), message };
}

/** A paired session, and the facts received from it. */
function fixture(more: Partial<WhatsAppWebRecords> = {}) {
  const facts: InboundFact[] = [];
  const settled: string[] = [];
  const records = {
    find: async () => null,
    seal: () => "sealed",
    receive: async (_session: unknown, received: readonly InboundFact[]) => void facts.push(...received),
    ...more,
  } as WhatsAppWebRecords;
  const session = {
    organizationId: "org_1",
    channelId: "ch_1",
    identity: () => ({ jid: `${NUMBER}:1@s.whatsapp.net`, lid: null, phone: NUMBER }),
    settle: async (ids: readonly string[]) => void settled.push(...ids),
  } as WhatsAppWebSession;
  const socket = {} as library.WASocket;
  const groups = knownGroupsOf(socket);
  const histories = { add() {}, end() {} };
  const log = createLog("silent");
  const keptAway = { note() {} };
  const filling = { soon() {}, goOn() {} };
  const parts = { records, session, socket, groups, histories, keptAway, filling, log };
  const arrivals: Arrivals = { ...parts, waiting: [] };
  return { arrivals, facts, settled };
}
