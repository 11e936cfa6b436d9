import { type ApiRecord, Refused } from "../../http/inside/own-api.ts";
import { objects } from "../../lib/objects.ts";
import { type Call, keyOf } from "./call.ts";
import type { Json } from "./given.ts";

const PATH = "/v1/settings/developer/webhooks";
/** So many calls at the same time can each take away what the next one found. */
const MOST_TRIES = 10;

type Asking = Pick<Call, "api">;

/** The endpoints of a form, newest first: those for one channel alone, as fronts make them, or, with null, all. */
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

/** Removes an endpoint, if nobody else has. */
export async function removeEndpoint({ api }: Asking, { id }: ApiRecord): Promise<void> {
  await api.remove(`${PATH}/endpoints/${id}`).catch((cause: unknown) => {
    if (!isGone(cause)) throw cause;
  });
}

/** Sets endpoints: from the beginning again, where another call at the same time removed one that was found. */
export async function settingAtOnce<Result>(set: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1)
    try {
      return await set();
    } catch (cause) {
      if (!isGone(cause) || tries === MOST_TRIES) throw cause;
    }
}

/** Of the endpoints that calls at the same time made for the same purpose, each call keeps the oldest. */
export async function keepOldest(call: Asking, all: readonly ApiRecord[]): Promise<void> {
  for (const one of all.slice(0, -1)) await removeEndpoint(call, one);
}

function isGone(cause: unknown): boolean {
  return cause instanceof Refused && cause.status === 404;
}
