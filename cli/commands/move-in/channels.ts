import { readPages } from "../../lib/actions/paging.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Channel, NewChannel } from "../../lib/api/types/channels.ts";
import { Failure } from "../../lib/failures/failure.ts";
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

/**
 * A new channel for a number, with its settings and proxy, so that it connects as it did there. Where the proxy is refused it
 * is made without, and the reason is returned.
 */
export async function addChannel(
  client: Client,
  { name, account, settings }: FoundNumber,
): Promise<{ id: string; refused: string | null }> {
  const add = async (body: NewChannel) => (await client.call("POST /v1/channels", { body })).id;
  const named = { name: nameFor(name) };
  if (account !== null) return { id: await add({ platform: OFFICIAL, ...named, ...account }), refused: null };
  const { proxy, ...others } = settings;
  const paired = { platform: PAIRED, ...named, settings: others };
  if (proxy === undefined) return { id: await add(paired), refused: null };
  try {
    return { id: await add({ ...paired, settings: { ...others, proxy } }), refused: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.details.status !== 422) throw error;
    return { id: await add(paired), refused: error.message };
  }
}

function nameFor(name: string): string {
  return name.slice(0, 128);
}
