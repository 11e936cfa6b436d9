/** A webhook as it arrived. */
export type Received = { headers: Record<string, string>; body: string };

/** A server on loopback that takes webhooks and hands them out in order; `respond` says what it answers. */
export function createReceiver(respond = () => new Response(null, { status: 204 })) {
  const received: Received[] = [];
  let waiting: ((one: Received) => void) | null = null;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const one = { headers: Object.fromEntries(request.headers), body: await request.text() };
      if (waiting === null) received.push(one);
      else waiting(one);
      waiting = null;
      return respond();
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/`,
    /** The next webhook, as soon as there is one. */
    next(): Promise<Received> {
      const first = received.shift();
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    stop: () => void server.stop(true),
  };
}
