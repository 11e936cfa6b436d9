import type { proto, WAMessageKey } from "baileys";
import type { UndecryptedReason } from "../connection/incoming/copies.ts";
import type { OwnIdentity } from "../connection/session.ts";
import type { Library } from "../library/library.ts";
import type { Original } from "../send/records.ts";
import type { FindPhone } from "./person.ts";

/** A decrypted message with what its stanza said. */
export type Arrived = {
  key: WAMessageKey;
  message: proto.IMessage | null | undefined;
  /** Seconds since 1970. */
  seconds: number;
  pushName: string | null;
  /** Why there is no message; null where there is one, or nothing that anybody would miss. */
  undecrypted: UndecryptedReason | null;
  /** What a notification says that happened in a group, as Baileys names it; null of messages. */
  stub: { type: number; parameters: readonly string[] } | null;
  /** WhatsApp had kept it until the number was there again. */
  isKept?: boolean;
};

/** What reading messages of one session needs to know and to ask. */
export type Reading = {
  library: Library;
  own: OwnIdentity;
  findPhone: FindPhone;
  find(providerMessageId: string): Promise<Original | null>;
  seal(providerMessageId: string, message: Uint8Array): string;
  /** The subject of a group; null when WhatsApp does not say. */
  subjectOf(groupId: string): Promise<string | null>;
  /** Whether somebody is an admin of a group, by their address; false when WhatsApp does not say. */
  isAdmin(groupId: string, address: string): Promise<boolean>;
  /** The items of an order; none when WhatsApp does not say. */
  orderItems(orderId: string, token: string): Promise<unknown[]>;
};
