/** Sends with idempotency keys, each repeated until it is accepted, by whichever of the daemons answers. */
export type Traffic = {
  /** Ids of what was answered with 201, by idempotency key. */
  accepted: ReadonlyMap<string, string>;
  /** Answers other than 201, by status; 0 is no answer. */
  refused: ReadonlyMap<number, number>;
  /** The longest time without an accepted send since this was asked last, in milliseconds. */
  longestPause(): number;
  /** Starts no more sends; resolves when the last one was accepted. */
  stop(): Promise<void>;
};

export type TrafficOptions = {
  urls: readonly string[];
  key: string;
  /** Each with the share of its sends. */
  channels: readonly { id: string; everyMs: number; recipient(number: number): string }[];
};

const AGAIN_MS = 200;
const ANSWER_MS = 15_000;

export function startTraffic({ urls, key, channels }: TrafficOptions): Traffic {
  const accepted = new Map<string, string>();
  const refused = new Map<number, number>();
  const underway = new Set<Promise<void>>();
  let lastAt = performance.now();
  let longest = 0;
  let stopping = false;

  function note(name: string, id: string): void {
    const now = performance.now();
    longest = Math.max(longest, now - lastAt);
    lastAt = now;
    accepted.set(name, id);
  }

  async function send(channel: string, to: string, name: string): Promise<void> {
    const body = JSON.stringify({ channel_id: channel, to, type: "text", content: { text: name } });
    const headers = { "x-api-key": key, "content-type": "application/json", "idempotency-key": name };
    for (let attempt = accepted.size; ; attempt++) {
      const url = `${urls[attempt % urls.length]}/v1/messages`;
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(url, { method: "POST", headers, body, signal }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer?.status === 201 && text) return note(name, JSON.parse(text).id);
      refused.set(answer?.status ?? 0, (refused.get(answer?.status ?? 0) ?? 0) + 1);
      await Bun.sleep(AGAIN_MS);
    }
  }

  /** A timer that is late makes up for what it missed. */
  function startChannel({ id, everyMs, recipient }: TrafficOptions["channels"][number]): NodeJS.Timeout {
    const startedAt = performance.now();
    let number = 0;
    return setInterval(() => {
      for (; !stopping && number < (performance.now() - startedAt) / everyMs; number++) {
        const running = send(id, recipient(number), `${id}-${number}`);
        underway.add(running);
        void running.finally(() => underway.delete(running));
      }
    }, 10);
  }

  const timers = channels.map(startChannel);
  return {
    accepted,
    refused,
    longestPause() {
      const found = Math.max(longest, performance.now() - lastAt);
      longest = 0;
      return Math.round(found);
    },
    async stop() {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underway);
    },
  };
}
