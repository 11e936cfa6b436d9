import type { BaileysEventMap, GroupMetadata, WASocket } from "baileys";
import { setNewest } from "../../../lib/bounded.ts";
import { orNull } from "../connection/questions/within.ts";

/** A cache of the groups of a socket; a group is requested once and forgotten when it changes. */
export type KnownGroups = {
  /** Null when WhatsApp does not say in time. */
  find(id: string): Promise<GroupMetadata | null>;
  /** Something about a group changed. */
  forget(id: string): void;
};

/** WhatsApp may take this long to describe a group: what came in waits for it. */
const DESCRIBE_MS = 5000;
const MOST_KNOWN = 2000;

const ofSockets = new WeakMap<Pick<WASocket, "groupMetadata">, KnownGroups>();

/** The cache of a socket's groups, for all who need it. */
export function knownGroupsOf(socket: Pick<WASocket, "groupMetadata">): KnownGroups {
  const known = ofSockets.get(socket) ?? createKnownGroups(socket);
  ofSockets.set(socket, known);
  return known;
}

/** Nothing is known yet. */
function createKnownGroups(socket: Pick<WASocket, "groupMetadata">): KnownGroups {
  const known = new Map<string, Promise<GroupMetadata | null>>();
  return {
    async find(id) {
      const request = known.get(id) ?? orNull(DESCRIBE_MS, socket.groupMetadata(id));
      setNewest(known, id, request, MOST_KNOWN);
      const found = await request;
      // the next message requests it again
      if (found === null && known.get(id) === request) known.delete(id);
      return found;
    },
    forget: (id) => void known.delete(id),
  };
}

/** The groups that an event of Baileys says have changed. */
export function changedGroups(event: keyof BaileysEventMap, data: unknown): string[] {
  if (event === "group-participants.update") return [(data as BaileysEventMap[typeof event]).id];
  if (event !== "groups.update" && event !== "groups.upsert") return [];
  return (data as { id?: string }[]).flatMap(({ id }) => id ?? []);
}
