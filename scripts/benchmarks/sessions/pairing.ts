/** Pairing numbers through the API with the phones of the sandbox. */
import type { Api } from "../stage/api.ts";
import type { Stage } from "../stage/stage.ts";

export type Paired = { channelId: string; number: string };

type Shown = { status: string; status_reason: string | null };

/** Calls the sandbox's control routes. Throws when it refuses. */
export type SandboxClient = <Result = unknown>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<Result>;

const AT_ONCE = 4;
/** As fast as it goes, and to anybody. */
const UNPACED = {
  service_window: "provider",
  rate: { per_second: 100_000 },
  warmup: null,
};
const LONGEST_WAIT_MS = 300_000;

export function createSandboxClient(url: string): SandboxClient {
  return async <Result>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Result;
  };
}

/** Pairs `count` new channels after the `first` ones, a few at once, and waits until all are connected. */
export async function pairAll(
  stage: Stage,
  sandbox: SandboxClient,
  count: number,
  first = 0,
): Promise<Paired[]> {
  const paired: Paired[] = [];
  let next = first;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next < first + count)
      paired.push(await pairOne(stage.daemon.api, sandbox, String(15_557_100_000 + next++)));
  });
  await Promise.all(workers);
  await untilAllConnected(stage, paired);
  return paired;
}

/** Pairs one new channel; it connects by itself. */
export async function pairOne(api: Api, sandbox: SandboxClient, number: string): Promise<Paired> {
  const created = { platform: "whatsapp_unofficial", name: number, settings: UNPACED };
  const { id } = await api<{ id: string }>("POST", "/v1/channels", created);
  await api("POST", `/v1/channels/${id}/connect`, {});
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  // on a busy machine a code may be over before the phone has confirmed it: the next one is shown
  while (true) {
    const refusal = await scan(api, sandbox, id, number);
    if (refusal === null) break;
    if (Date.now() > giveUpAt) throw new Error(`${number} could not be paired: ${refusal}`);
  }
  return { channelId: id, number };
}

/** Has the phone scan the code that is shown; returns why that did not pair it, null when it did. */
async function scan(api: Api, sandbox: SandboxClient, id: string, number: string): Promise<string | null> {
  const { qr } = await api<{ qr: string | null }>("GET", `/v1/channels/${id}/qr?wait=20`);
  if (qr === null) return "no code is shown";
  return await sandbox("POST", `phones/${number}/scan`, { qr }).then(
    () => null,
    (cause: Error) => cause.message,
  );
}

export async function untilAllConnected({ daemon: { api } }: Stage, paired: Paired[]): Promise<void> {
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
