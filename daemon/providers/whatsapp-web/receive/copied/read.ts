import type { WAMessageKey } from "baileys";
import type { ReceivedMessage } from "../../../inbound.ts";
import type { OwnIdentity } from "../../connection/session.ts";
import type { Library } from "../../library/library.ts";
import { readArrived } from "../message.ts";
import { NOBODY_TO_ASK, withWriter } from "./past-of.ts";
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
      { ...reading, ...NOBODY_TO_ASK, findPhone: async () => null, find: async () => null },
      {
        key: withWriter(library, own, copied.key),
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
