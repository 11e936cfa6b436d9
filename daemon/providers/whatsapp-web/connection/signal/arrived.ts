import type { SignalAuthState, SignalDataSet, SignalDataTypeMap } from "baileys";
import type { Library } from "../../library/library.ts";
import type { ArrivedMessage } from "../session.ts";

/** The category of messages that were decrypted and are not settled. */
export const ARRIVED = "arrived";

/** The change of keys that stores a decrypted message. */
export function arrived(attributes: Record<string, string>, plaintext: Uint8Array): SignalDataSet {
  const message: ArrivedMessage = { id: attributes.id ?? "", attributes, plaintext };
  // not one of Baileys' categories; its transactions carry any
  return { [ARRIVED]: { [message.id]: message } } as SignalDataSet;
}

/** A message that was decrypted before and is not settled, by its id. */
export async function findArrived(
  { keys }: SignalAuthState,
  id: string,
): Promise<ArrivedMessage | undefined> {
  const found = await keys.get(ARRIVED as keyof SignalDataTypeMap, [id]);
  return (found as Record<string, unknown>)[id] as ArrivedMessage | undefined;
}

/**
 * Stands for a message that came before and is stored: one that shows nothing, padded, which Baileys
 * acknowledges to WhatsApp. It would ask the sender for a new copy, which nobody needs.
 */
export function nothingNew({ proto }: Library): Uint8Array {
  return Buffer.concat([proto.Message.encode({ placeholderMessage: {} }).finish(), Buffer.from([1])]);
}
