import { WORDS } from "../words.ts";
import type { QueryOf } from "./call.ts";
import { useAsk } from "./queries.ts";
import { useMay } from "./session.tsx";

type Channels = {
  /** As `Select` takes them. */
  options: readonly { value: string; label: string; hint?: string }[];
  /** A channel's name; its id where it is not known, or none of one's own. */
  nameOf: (id: string) => string;
  /** A channel's platform; undefined where it is not known. */
  platformOf: (id: string) => string | undefined;
};

/** The channels that may be seen, by name, those that are connected first; of one platform alone, where it is named. */
export function useChannels(platform?: QueryOf<"GET /v1/channels">["platform"]): Channels {
  const may = useMay();
  const query = { limit: 100, ...(platform && { platform }) };
  const { data } = useAsk("GET /v1/channels", { query }, { enabled: may("channels:read") });
  const channels = data?.data ?? [];
  return {
    options: channels
      .toSorted((one, other) => Number(isReady(other)) - Number(isReady(one)))
      .map((channel) => ({
        value: channel.id,
        label: channel.name,
        hint: isReady(channel) ? (channel.phone_number ?? "") : WORDS.notReady,
      })),
    nameOf: (id) => channels.find((channel) => channel.id === id)?.name ?? id,
    platformOf: (id) => channels.find((channel) => channel.id === id)?.platform,
  };
}

function isReady({ status }: { status: string }): boolean {
  return status === "connected" || status === "degraded";
}
