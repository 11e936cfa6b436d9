import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { setNewest } from "../lib/bounded.ts";

/** Channels for accepting messages: read once, dropped when they change. */
export type ChannelCache = {
  find(organizationId: string, id: string): Promise<ChannelRow | null>;
  /** Drops one channel, or all: it changed, or notifications may have been missed. */
  forget(id?: string): void;
};

const CACHE_MS = 60_000;
const CACHE_SIZE = 10_000;

/** A cache that is used only while `listening` says that notifications of changes reach this process. */
export function createChannelCache(sql: Sql, listening: () => boolean): ChannelCache {
  const cache = new Map<string, { channel: ChannelRow; until: number }>();
  let changes = 0;
  return {
    async find(organizationId, id) {
      const cached = cache.get(id);
      // a channel of another organisation takes as long as one that does not exist
      const isTheirs = cached?.channel.organization_id === organizationId;
      if (cached !== undefined && isTheirs && cached.until > Date.now() && listening()) return cached.channel;
      const before = changes;
      const channel = await findChannel(sql, organizationId, id);
      if (channel === null) return null;
      // a change was announced while this was read, so it may be outdated
      if (before === changes) setNewest(cache, id, { channel, until: Date.now() + CACHE_MS }, CACHE_SIZE);
      return channel;
    },
    forget(id) {
      changes++;
      if (id === undefined) cache.clear();
      else cache.delete(id);
    },
  };
}
