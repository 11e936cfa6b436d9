/** Who is told of events while everything goes wrong: a follower of the stream, and an endpoint. */

export type Listener = { seen: ReadonlySet<string>; stop(): void };

const AGAIN_MS = 200;

/** Follows the stream from its beginning; resumes at another daemon, after the last event, whenever it ends. */
export function followStream(urls: readonly string[], key: string): Listener {
  const seen = new Set<string>();
  const stopping = new AbortController();
  let after = "beginning";

  async function follow(url: string): Promise<void> {
    const response = await fetch(`${url}/v1/events/stream?after=${after}`, {
      headers: { "x-api-key": key },
      signal: stopping.signal,
    });
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) seen.add(idOf(line));
      after = lines.findLast((line) => line.startsWith("id: "))?.slice(4) ?? after;
    }
  }

  void (async () => {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      await follow(urls[attempt % urls.length] ?? "").catch(() => {});
      await Bun.sleep(AGAIN_MS);
    }
  })();
  return { seen, stop: () => stopping.abort() };
}

function idOf(line: string): string {
  return /"id":"(evt_\w+)"/.exec(line)?.[1] ?? "";
}

/** Takes webhooks. */
export function openEndpoint(): Listener & { url: string } {
  const seen = new Set<string>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      seen.add(request.headers.get("webhook-id") ?? "");
      await request.arrayBuffer();
      return new Response(null, { status: 204 });
    },
  });
  return { url: `http://127.0.0.1:${server.port}/`, seen, stop: () => void server.stop(true) };
}
