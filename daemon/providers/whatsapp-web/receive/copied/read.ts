import type { WAMessageKey } from "baileys";
import type { ReceivedMessage } from "../../../inbound.ts";
import type { OwnIdentity } from "../../connection/session.ts";
import type { Library } from "../../library/library.ts";
import { readArrived } from "../message.ts";
import { withBytes } from "./with-bytes.ts";

/** A message that another program stored, with values as they were parsed. */
export type Copied = {
  key: Pick<WAMessageKey, "id" | "remoteJid" | "fromMe" | "participant" | "remoteJidAlt" | "participantAlt">;
  message: Record<string, unknown>;
  messageTimestamp: number;
  pushName?: string;
};

/** What reading such messages needs: there is no connection to ask. */
export type CopyReading = {
  library: Library;
  own: OwnIdentity;
  seal(providerMessageId: string, message: Uint8Array): string;
};

/** The message in our words; null for what is none, such as a key of a group, or can't be read. */
export async function readCopied(reading: CopyReading, copied: Copied): Promise<ReceivedMessage | null> {
  const { library, own } = reading;
  try {
    const facts = await readArrived(
      { ...reading, ...NOBODY_TO_ASK },
      {
        key: withWriter(own, copied.key),
        message: library.proto.Message.fromObject(withBytes(copied.message) as object),
        seconds: copied.messageTimestamp,
        pushName: copied.pushName ?? null,
        ...{ undecrypted: null, stub: null },
      },
    );
    return facts.find((fact) => fact.kind === "message") ?? null;
  } catch {
    return null;
  }
}

const NOBODY_TO_ASK = {
  findPhone: async () => null,
  find: async () => null,
  subjectOf: async () => null,
  isAdmin: async () => false,
  orderItems: async () => [],
};

/** Some programs leave out that it was the number itself who wrote in a group. */
function withWriter({ phone, jid }: OwnIdentity, key: Copied["key"]): WAMessageKey {
  const isOwnInGroup = key.fromMe === true && key.remoteJid?.endsWith("@g.us") === true;
  if (!isOwnInGroup || key.participant) return key;
  return { ...key, participant: phone === null ? jid : `${phone}@s.whatsapp.net` };
}
