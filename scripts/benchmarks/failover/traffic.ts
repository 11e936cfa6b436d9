/** Sends with idempotency keys, each repeated until it is accepted, by whichever of the daemons answers. */
export type Traffic = {
  /** Ids of what was answered with 201, by idempotency key. */
  accepted: ReadonlyMap<string, string>;
  /** Answers other than 201, by status; 0 is no answer. */
  refused: ReadonlyMap<number, number>;
  /** The longest time without an accepted send since this was asked last, in milliseconds. */
  longestPause(): number;
  /** Nothing more becomes due; resolves when the last one that was due is accepted. */
  stop(): Promise<void>;
};

export type TrafficOptions = {
  urls: readonly string[];
  key: string;
  /** So many become due a second, whatever is in the way. */
  rate: number;
  /** Whose is the `number`th send. */
  address(number: number): { channel: string; to: string };
};

/** Clients, each with one request at a time: what is due while all of them wait is made up for later. */
const CLIENTS = 64;
const AGAIN_MS = 200;
const ANSWER_MS = 5000;
const LOOK_MS = 10;

export function startTraffic({ urls, key, rate, address }: TrafficOptions): Traffic {
  const accepted = new Map<string, string>();
  const refused = new Map<number, number>();
  const startedAt = performance.now();
  let stoppedAt: number | null = null;
  let lastAt = startedAt;
  let longest = 0;
  let next = 0;

  const due = () => (((stoppedAt ?? performance.now()) - startedAt) * rate) / 1000;

  function note(name: string, id: string): void {
    const now = performance.now();
    longest = Math.max(longest, now - lastAt);
    lastAt = now;
    accepted.set(name, id);
  }

  /** The id of the message; null when it was not accepted, or nobody knows. */
  async function post(url: string, name: string, body: string): Promise<string | null> {
    const headers = { "x-api-key": key, "content-type": "application/json", "idempotency-key": name };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`${url}/v1/messages`, { method: "POST", headers, body, signal }).catch(
      () => null,
    );
    const text = await answer?.text().catch(() => null);
    if (answer?.status === 201 && text) return JSON.parse(text).id;
    refused.set(answer?.status ?? 0, (refused.get(answer?.status ?? 0) ?? 0) + 1);
    return null;
  }

  async function beClient(client: number): Promise<void> {
    let turn = client;
    while (stoppedAt === null || next < due()) {
      if (next >= due()) {
        await Bun.sleep(LOOK_MS);
        continue;
      }
      const number = next++;
      const { channel, to } = address(number);
      const name = nameOf(number);
      const body = JSON.stringify({ channel_id: channel, to, type: "text", content: { text: name } });
      while (true) {
        const id = await post(urls[turn++ % urls.length] ?? "", name, body);
        if (id !== null) {
          note(name, id);
          break;
        }
        await Bun.sleep(AGAIN_MS);
      }
    }
  }

  const clients = Array.from({ length: CLIENTS }, (_, client) => beClient(client));
  return {
    accepted,
    refused,
    longestPause() {
      const found = Math.max(longest, performance.now() - lastAt);
      longest = 0;
      return Math.round(found);
    },
    async stop() {
      stoppedAt = performance.now();
      await Promise.all(clients);
    },
  };
}

/** The idempotency key of a send, and its text. */
function nameOf(number: number): string {
  return `send ${number}`;
}
