import { useAsk } from "./queries.ts";
import { useMay } from "./session.tsx";

type Channels = {
  /** As `Select` takes them. */
  options: readonly { value: string; label: string; hint?: string }[];
  /** A channel's name; its id where it is not known, or none of one's own. */
  nameOf: (id: string) => string;
};

/** The channels that may be seen, by name; of one platform alone, where it is named. */
export function useChannels(platform?: string): Channels {
  const may = useMay();
  const { data } = useAsk(
    "GET /v1/channels",
    { query: { limit: 100, ...(platform && { platform }) } },
    { enabled: may("channels:read") },
  );
  const channels = data?.data ?? [];
  return {
    options: channels.map(({ id, name, phone_number }) => ({
      value: id,
      label: name,
      ...(phone_number ? { hint: phone_number } : {}),
    })),
    nameOf: (id) => channels.find((channel) => channel.id === id)?.name ?? id,
  };
}
