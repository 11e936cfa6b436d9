import { readPages } from "../../lib/actions/paging.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Channel } from "../../lib/api/types/channels.ts";
import { given } from "../../lib/values/given.ts";
import type { FoundNumber } from "./read/found.ts";

export type OwnChannel = Pick<Channel, "id" | "name" | "platform" | "phone_number" | "graph" | "status">;

const PAIRED = "whatsapp_unofficial";
const OFFICIAL = "whatsapp_official";

/** Every channel of the organisation. */
export async function allChannels(client: Client): Promise<OwnChannel[]> {
  const options = { limit: "100", cursor: undefined, all: true };
  const pages = readPages(options, (query) => client.call("GET /v1/channels", { query }));
  return (await Array.fromAsync(pages)).flatMap(({ data }) => data);
}

/** The channel that has a number, or was made for it before and is not paired yet. */
export function channelFor(
  channels: readonly OwnChannel[],
  { name, account }: FoundNumber,
  phone: string | null,
): OwnChannel | undefined {
  if (account !== null)
    return channels.find(
      ({ platform, graph }) => platform === OFFICIAL && graph.phone_number_id === account.phone_number_id,
    );
  const paired = channels.filter(({ platform }) => platform === PAIRED);
  return (
    paired.find((one) => phone !== null && one.phone_number === `+${phone}`) ??
    paired.find(
      (one) => one.phone_number === null && one.name === nameFor(name) && one.status === "disconnected",
    )
  );
}

/** A new channel for a number, with its proxy and settings, so that it connects as it did there. */
export async function addChannel(
  client: Client,
  { name, account, settings }: FoundNumber,
): Promise<OwnChannel> {
  const { proxy, ...others } = settings;
  const body =
    account === null
      ? { platform: PAIRED, name: nameFor(name), settings: { ...others, ...given({ proxy }) } }
      : { platform: OFFICIAL, name: nameFor(name), ...account };
  return await client.call("POST /v1/channels", { body });
}

function nameFor(name: string): string {
  return name.slice(0, 128);
}
