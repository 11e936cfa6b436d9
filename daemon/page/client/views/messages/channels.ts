import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import type { Option } from "../../parts/fields/select.tsx";

type Channels = {
  options: readonly Option[];
  /** A channel's name; its id where it is not known, or none of one's own. */
  nameOf: (id: string) => string;
};

/** The channels that may be seen, by name. */
export function useChannels(): Channels {
  const may = useMay();
  const { data } = useAsk("GET /v1/channels", { query: { limit: 100 } }, { enabled: may("channels:read") });
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
