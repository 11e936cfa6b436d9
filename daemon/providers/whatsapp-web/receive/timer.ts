import type { proto } from "baileys";
import { object } from "../../cloud-api/inbound/values.ts";
import type { Library } from "../library/library.ts";
import { unwrapped } from "./unwrap.ts";

/** Longer than any app offers, which is ninety days. */
const LONGEST_SECONDS = 366 * 24 * 3600;

/**
 * After how many seconds the messages of a chat disappear, as far as one of them says: 0 when they stay from now on,
 * null when it says nothing.
 */
export function readTimer(library: Library, message: proto.IMessage | null | undefined): number | null {
  const inner = unwrapped(message) ?? {};
  const { protocolMessage } = inner;
  if (protocolMessage) {
    const isSetting = protocolMessage.type === library.proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING;
    return isSetting ? timerSeconds(protocolMessage.ephemeralExpiration) : null;
  }
  const seconds = Object.values(inner).map((body) =>
    timerSeconds(object(object(body).contextInfo).expiration),
  );
  return seconds.find((one) => one > 0) ?? null;
}

/** The seconds that a timer is set to; 0 when the value is no timer. */
export function timerSeconds(value: unknown): number {
  const seconds = Number(value ?? 0);
  return Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : 0;
}
