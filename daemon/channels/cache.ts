import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";

/** Channels as the accepting side needs them: read once, forgotten when they change. */
export type ChannelCache = {
  find(organizationId: string, id: string): Promise<ChannelRow | null>;
  /** Forgets one channel, or all: it changed, or notifications may have been missed. */
  forget(id?: string): void;
};

const CACHE_MS = 60_000;
const CACHE_SIZE = 10_000;

/** A cache that is used only while `listening` says that changes reach this process. */
export function createChannelCache(sql: Sql, listening: () => boolean): ChannelCache {
  const cache = new Map<string, { channel: ChannelRow; until: number }>();
  let changes = 0;
  return {
    async find(organizationId, id) {
      const cached = cache.get(id);
      // another organisation's takes as long as one that is not there
      const isTheirs = cached?.channel.organization_id === organizationId;
      if (cached !== undefined && isTheirs && cached.until > Date.now() && listening()) return cached.channel;
      const before = changes;
      const channel = await findChannel(sql, organizationId, id);
      if (channel === null) return null;
      if (cache.size >= CACHE_SIZE) cache.clear();
      // read before a change that was told of meanwhile: not to be kept
      if (before === changes) cache.set(id, { channel, until: Date.now() + CACHE_MS });
      return channel;
    },
    forget(id) {
      changes++;
      if (id === undefined) cache.clear();
      else cache.delete(id);
    },
  };
}
