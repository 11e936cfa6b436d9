/** A proxy before a daemon that counts requests and can refuse them all. */
export type Door = {
  url: string;
  /** How often the overview was requested. */
  requests(): number;
  /** Answers with this status from now on; null lets everybody through. */
  refuse(status: number | null): void;
  stop(): Promise<void>;
};

export function openDoor(daemonUrl: string): Door {
  let refused: number | null = null;
  let requests = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname === "/v1/overview") requests += 1;
      if (refused !== null)
        return Response.json({ status: refused, detail: "the door is shut" }, { status: refused });
      const { method, headers } = request;
      const body = method === "GET" ? null : await request.text();
      const closed = () => new Response("there is nobody behind the door", { status: 502 });
      return await fetch(`${daemonUrl}${pathname}${search}`, { method, headers, body }).catch(closed);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests: () => requests,
    refuse(status) {
      refused = status;
    },
    stop: () => server.stop(true),
  };
}
