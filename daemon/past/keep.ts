import type { ChannelRow } from "../../db/channels/channels.ts";
import { findWhatsAppWebSession } from "../../db/whatsapp-web/sessions.ts";
import { giveWay } from "../lib/give-way.ts";
import type { InboundFact } from "../providers/inbound.ts";
import type { PastMessage } from "../providers/past-message.ts";
import { openLibrary } from "../providers/whatsapp-web/library/library.ts";
import { WHATSAPP_WEB } from "../providers/whatsapp-web/platform.ts";
import { pastOf, statusOf } from "../providers/whatsapp-web/receive/copied/past-of.ts";
import { type CopyReading, readCopied } from "../providers/whatsapp-web/receive/copied/read.ts";
import { sealMessage } from "../providers/whatsapp-web/send/seal.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { Kept, PastText } from "./keep-body.ts";
import { type PastDependencies, type StoredPast, storePastMessages } from "./store.ts";
import type { WebMessage } from "./whatsapp-web.ts";

export type KeepDependencies = PastDependencies & {
  secrets: Secrets;
  /** Takes facts of a channel as if its platform had told them. */
  receive: (channel: ChannelRow, facts: readonly InboundFact[]) => Promise<void>;
};

/** Each is read and sealed in one go, while everybody else waits: some hundredths of a second. */
const READ_AT_ONCE = 50;

/** Keeps what another program has of a number: the people first, whose two ids may be one person's. */
export async function keepPast(
  dependencies: KeepDependencies,
  channel: ChannelRow,
  { from, people = [], messages = [], texts = [] }: Kept,
): Promise<StoredPast & { leftOut: number }> {
  const known = people.map(
    ({ phone_number = null, lid = null, name = null }): InboundFact => ({
      ...{ kind: "known", phone: phone_number?.slice(1) ?? null, lid, name },
    }),
  );
  if (known.length > 0) await dependencies.receive(channel, known);
  const read = await readMessages(dependencies, channel, from, messages);
  const past = [...read, ...texts.map((text) => pastText(from, text))];
  const key = { organizationId: channel.organization_id, channelId: channel.id };
  const stored = await storePastMessages(dependencies, key, past);
  return { ...stored, leftOut: messages.length - read.length };
}

async function readMessages(
  { sql, secrets }: KeepDependencies,
  channel: ChannelRow,
  source: Kept["from"],
  messages: readonly WebMessage[],
): Promise<PastMessage[]> {
  if (messages.length === 0) return [];
  const { organization_id, id } = channel;
  const session = await findWhatsAppWebSession(sql, organization_id, id);
  const phone = channel.phone_number?.slice(1) ?? null;
  const reading: CopyReading = {
    library: await openLibrary(),
    own: { jid: `${phone ?? ""}@s.whatsapp.net`, lid: session?.own_lid ?? null, phone },
    seal: (messageId, message) => sealMessage(secrets, id, messageId, message),
  };
  const keepsFile = channel.platform === WHATSAPP_WEB.name;
  const past: PastMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (index % READ_AT_ONCE === 0) await giveWay();
    const found = await readCopied(reading, message);
    if (found === null) continue;
    const told = { source, status: statusOf(message.status), subject: null };
    past.push(keepsFile ? pastOf(found, told) : withoutFile(pastOf(found, told)));
  }
  return past;
}

/** Of an official number: Meta keeps no file that somebody else fetched. */
function withoutFile({ original: _original, ...past }: PastMessage): PastMessage {
  return { ...past, file: null };
}

function pastText(source: Kept["from"], { id, phone_number, direction, ...text }: PastText): PastMessage {
  return {
    ...{ providerMessageId: id, source, direction, at: new Date(text.at), status: text.status ?? "sent" },
    chat: { phone: phone_number.slice(1), lid: null, name: null },
    ...{ type: "text", content: { body: text.text }, writer: null, file: null },
    ...{ quoted: text.reply_to ?? null, forwarded: false },
  };
}
