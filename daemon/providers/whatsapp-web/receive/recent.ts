import type { WASocket } from "baileys";
import { setNewest } from "../../../lib/bounded.ts";
import type { Library } from "../library/library.ts";
import type { Original } from "../send/records.ts";
import type { Arrived } from "./reading.ts";
import type { Sealed } from "./sealed.ts";
import { unwrapped } from "./unwrap.ts";

/** Of so many messages a socket knows the secret before they are stored. */
const MOST_RECENT = 1000;
const SECRET_BYTES = 32;
/** No app makes polls whose options are longer: votes in one are read once it is stored. */
const LARGEST_POLL = 16 * 1024;
/** Of so many messages that have not come early changes are kept, and so many of each. */
const MOST_AWAITED = 100;
const MOST_CHANGES = 5;
const LARGEST_CHANGE = 64 * 1024;

type Recent = {
  originals: Map<string, Original>;
  /** Sealed changes whose message has not come, by its id. */
  early: Map<string, Arrived[]>;
};

const ofSockets = new WeakMap<WASocket, Recent>();

function recentOf(socket: WASocket): Recent {
  const recent = ofSockets.get(socket) ?? { originals: new Map(), early: new Map() };
  ofSockets.set(socket, recent);
  return recent;
}

/** Keeps a sealed change until the message comes that it is about: a copy may have been requested. */
export function keepEarly(socket: WASocket, { about, payload }: Sealed, change: Arrived): void {
  if (!about.id || payload.length > LARGEST_CHANGE) return;
  const { early } = recentOf(socket);
  const others = (early.get(about.id) ?? []).filter(({ key }) => key.id !== change.key.id);
  setNewest(early, about.id, [...others, change].slice(-MOST_CHANGES), MOST_AWAITED);
}

/** The sealed changes that came before a message that has come now, with its content. */
export function earlyFor(socket: WASocket, { key, message }: Arrived): readonly Arrived[] {
  return message ? (recentOf(socket).early.get(key.id ?? "") ?? []) : [];
}

/** The message with whose secret votes, edits and answers are opened, as long as it may not be stored yet. */
export function findRecent(socket: WASocket, id: string): Original | null {
  return recentOf(socket).originals.get(id) ?? null;
}

/** Remembers the secret of a message that has come, and its poll's options: nothing else of it. The first of an id counts. */
export function noteRecent({ proto }: Library, socket: WASocket, { key, message }: Arrived): void {
  const inner = unwrapped(message);
  const messageSecret = inner?.messageContextInfo?.messageSecret;
  const { originals } = recentOf(socket);
  if (!inner || messageSecret?.length !== SECRET_BYTES || !key.id || originals.has(key.id)) return;
  const { pollCreationMessage, pollCreationMessageV2, pollCreationMessageV3, pollCreationMessageV5 } = inner;
  const poll = pollCreationMessage ?? pollCreationMessageV2 ?? pollCreationMessageV3 ?? pollCreationMessageV5;
  const kept = {
    messageContextInfo: { messageSecret },
    ...(poll ? { pollCreationMessage: { options: poll.options ?? null } } : {}),
  };
  const encoded = proto.Message.encode(proto.Message.fromObject(kept)).finish();
  if (encoded.length > LARGEST_POLL) return;
  const original = { remoteJid: key.remoteJid ?? "", fromMe: key.fromMe === true, message: encoded };
  setNewest(originals, key.id, original, MOST_RECENT);
}
