import type { ApiRecord } from "../../http/inside/own-api.ts";
import { objects } from "../../lib/objects.ts";
import { type Call, keyOf } from "./call.ts";
import type { Json } from "./given.ts";

const PATH = "/v1/settings/developer/webhooks";

type Asking = Pick<Call, "api">;

/** The endpoints of a form: those for one channel alone, as fronts make them, or, with null, all. */
export async function endpointsOf(
  { api }: Asking,
  channelId: string | null,
  format: string,
): Promise<ApiRecord[]> {
  const { data } = await api.get(PATH);
  return objects(data).filter(
    ({ format: its, channels }) => its === format && (channelId === null || isOnly(channels, channelId)),
  );
}

/** One for several channels was made by somebody who has more in mind than this one. */
const isOnly = (channels: unknown, id: string) =>
  Array.isArray(channels) && channels.length === 1 && channels[0] === id;

/** Makes an endpoint for a channel, or changes the one that is there. Its form stays. */
export async function putEndpoint(
  call: Asking & { key?: string | undefined },
  existing: ApiRecord | undefined,
  wanted: Json & { enabled?: boolean },
): Promise<ApiRecord> {
  const { api } = call;
  const { enabled = true, ...fields } = wanted;
  if (existing !== undefined) {
    const { format: _, ...changes } = fields;
    const body = { ...changes, enabled };
    return (await (await api.ask("PATCH", `${PATH}/endpoints/${existing.id}`, { body })).json()) as ApiRecord;
  }
  const made = await api.post(`${PATH}/endpoints`, fields, keyOf({ key: call.key }, "endpoint"));
  return enabled ? made : await putEndpoint(call, made, wanted);
}

/** Has an endpoint sign by another secret from now on. */
export async function replaceSecret({ api }: Asking, { id }: ApiRecord, secret: string): Promise<void> {
  await api.post(`${PATH}/endpoints/${id}/rotate-secret`, { secret, overlap_seconds: 0 });
}

export async function removeEndpoint({ api }: Asking, { id }: ApiRecord): Promise<void> {
  await api.remove(`${PATH}/endpoints/${id}`);
}
