import type { ApiRecord } from "../../http/inside/own-api.ts";
import { objects } from "../../lib/objects.ts";
import { type Call, keyOf } from "./call.ts";
import type { Json } from "./given.ts";

const PATH = "/v1/settings/developer/webhooks";

/** The endpoints that a front made for a channel, by their form. */
export async function endpointsOf({ api }: Call, channelId: string, format: string): Promise<ApiRecord[]> {
  const { data } = await api.get(PATH);
  return objects(data).filter(
    (one) => one.format === format && Array.isArray(one.channels) && one.channels.includes(channelId),
  );
}

/** Makes an endpoint for a channel, or changes the one that is there. Its form stays. */
export async function putEndpoint(
  call: Call,
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
  const made = await api.post(`${PATH}/endpoints`, fields, keyOf(call, "endpoint"));
  return enabled ? made : await putEndpoint(call, made, wanted);
}

export async function removeEndpoint({ api }: Call, { id }: ApiRecord): Promise<void> {
  await api.remove(`${PATH}/endpoints/${id}`);
}
