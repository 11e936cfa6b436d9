/** Pairing numbers through the API with the phones of the sandbox. */
import type { Api } from "./api.ts";
import type { Sandbox } from "./sandbox.ts";

export type Paired = { channelId: string; number: string };

type Shown = { status: string; status_reason: string | null };

const AT_ONCE = 4;
/** As fast as it goes, and to anybody first. */
const UNPACED = { service_window: "provider", rate: { per_second: 100_000 }, warmup: null };
const LONGEST_WAIT_MS = 300_000;

/** Pairs `count` new channels after the `first` ones, a few at once, and waits until all are connected. */
export async function pairAll(api: Api, sandbox: Sandbox, count: number, first = 0): Promise<Paired[]> {
  const paired: Paired[] = [];
  let next = first;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next < first + count) paired.push(await pairOne(api, sandbox, String(15_557_100_000 + next++)));
  });
  await Promise.all(workers);
  await untilAllConnected(api, paired);
  return paired;
}

/** Pairs one new channel; it connects by itself. */
async function pairOne(api: Api, sandbox: Sandbox, number: string): Promise<Paired> {
  const created = { platform: "whatsapp_unofficial", name: number, settings: UNPACED };
  const { id } = await api<{ id: string }>("POST", "/v1/channels", created);
  await api("POST", `/v1/channels/${id}/connect`, {});
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  // on a busy machine a code may have expired before the phone has confirmed it: the next one is shown
  while (true) {
    const refusal = await scan(api, sandbox, id, number);
    if (refusal === null) break;
    if (Date.now() > giveUpAt) throw new Error(`${number} could not be paired: ${refusal}`);
  }
  return { channelId: id, number };
}

/** Has the phone scan the code that is shown; returns why that did not pair it, null when it did. */
async function scan(api: Api, { control }: Sandbox, id: string, number: string): Promise<string | null> {
  const { qr } = await api<{ qr: string | null }>("GET", `/v1/channels/${id}/qr?wait=20`);
  if (qr === null) return "no code is shown";
  return await control("POST", `phones/${number}/scan`, { qr }).then(
    () => null,
    (cause: Error) => cause.message,
  );
}

/** Waits until each is connected. Throws with the status of one that is not after five minutes. */
export async function untilAllConnected(api: Api, paired: readonly Paired[]): Promise<void> {
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  for (const { channelId } of paired) {
    while (true) {
      const { status, status_reason } = await api<Shown>("GET", `/v1/channels/${channelId}`);
      if (status === "connected") break;
      if (Date.now() > giveUpAt) throw new Error(`channel ${channelId} is ${status}: ${status_reason}`);
      await Bun.sleep(100);
    }
  }
}
