/** A proxy between a daemon and the sandbox that can fail as networks and Meta do. */

/** `closed`: nothing listens. `silent`: requests are taken and never answered. */
export type FrontMode = "open" | "closed" | "silent" | "unavailable" | "throttled" | "down" | "pairLimited";

const REFUSALS: Partial<Record<FrontMode, () => Response>> = {
  unavailable: () => new Response("Service Unavailable", { status: 503 }),
  throttled: () => graphError(130429, 429),
  down: () => graphError(131000, 500),
  pairLimited: () => graphError(131056, 429),
};

function graphError(code: number, status: number): Response {
  return Response.json({ error: { code, message: `error ${code}` } }, { status });
}

export function startFront() {
  const front = {
    mode: "open" as FrontMode,
    /** The sandbox's URL. */
    target: "",
    /** Requests that were not let through. */
    met: 0,
    mostAtOnce: 0,
  };
  let atOnce = 0;
  const listen = (port: number) =>
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      idleTimeout: 0,
      async fetch(request) {
        front.mostAtOnce = Math.max(front.mostAtOnce, ++atOnce);
        try {
          return await answer(request);
        } finally {
          atOnce -= 1;
        }
      },
    });

  async function answer(request: Request): Promise<Response> {
    const { mode } = front;
    if (mode === "open") {
      const { pathname, search } = new URL(request.url);
      const body = request.method === "GET" ? {} : { body: await request.text() };
      return await fetch(front.target + pathname + search, {
        method: request.method,
        headers: request.headers,
        ...body,
      });
    }
    front.met += 1;
    await request.arrayBuffer();
    const refusal = REFUSALS[mode];
    // one refusal of a pair is enough to see how long it waits
    if (mode === "pairLimited") front.mode = "open";
    if (refusal !== undefined) return refusal();
    return await new Promise<never>((_, reject) => request.signal.addEventListener("abort", reject));
  }

  let server: ReturnType<typeof listen> | null = listen(0);
  const { port } = server;
  return {
    ...{ front, url: `http://127.0.0.1:${port}` },
    async become(mode: FrontMode) {
      front.mode = mode;
      if (mode === "closed") await server?.stop(true);
      if (mode === "closed") server = null;
      else server ??= listen(port as number);
    },
    stop: () => server?.stop(true),
  };
}
