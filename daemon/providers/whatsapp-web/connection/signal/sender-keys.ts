import type { BinaryNode, SignalDataSet, WASocket } from "baileys";
import { takeOver } from "../../library/inside/take-over.ts";
import type { Library } from "../../library/library.ts";
import { turnOf } from "./turn.ts";

/**
 * Writes in a group with a new key once somebody has left it: with the old one they could read what they still get to
 * see. Baileys keeps a group's key for ever. It is gone before WhatsApp learns that the notification was read.
 */
export function renewSenderKeys(socket: WASocket, library: Library): void {
  takeOver(socket.ws, "CB:notification", async (stanza, readers) => {
    // a connection that is over, or keys that can't be written, end the session's turn anyway
    if (tellsOfLeaving(stanza)) await forgetKey(socket, library, stanza.attrs.from ?? "").catch(() => {});
    for (const read of readers) void read(stanza);
  });
}

function tellsOfLeaving({ attrs, content }: BinaryNode): boolean {
  if (attrs.type !== "w:gp2" || !Array.isArray(content)) return false;
  return content.some(({ tag }) => tag === "remove" || tag === "leave");
}

/** Forgets the key that a number writes in a group with, and who has it. */
async function forgetKey({ authState }: WASocket, library: Library, group: string): Promise<void> {
  const { me } = authState.creds;
  const names = [me?.id, me?.lid].flatMap((jid) => (jid ? nameOf(library, group, jid) : []));
  const forgotten = Object.fromEntries(names.map((name) => [name, null]));
  const gone = { "sender-key": forgotten, "sender-key-memory": { [group]: null } } as SignalDataSet;
  await authState.keys.transaction(async () => await authState.keys.set(gone), turnOf(authState));
}

/** A key's name as Baileys has it (`Signal/libsignal`: jidToSignalSenderKeyName): the group, the writer and the device. */
function nameOf({ jidDecode }: Library, group: string, jid: string): string {
  const { user = "", device = 0, domainType = 0 } = jidDecode(jid) ?? {};
  return `${group}::${domainType === 0 ? user : `${user}_${domainType}`}::${device}`;
}
