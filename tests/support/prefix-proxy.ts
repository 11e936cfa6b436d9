export type PrefixProxy = { url: string; stop: () => Promise<void> };

/** A proxy on loopback that serves a daemon below a prefix, which it strips; everything else is 404. */
export function startPrefixProxy(prefix: string, target: () => string): PrefixProxy {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (!pathname.startsWith(`${prefix}/`)) return new Response("outside of the prefix", { status: 404 });
      const { method, headers, body } = request;
      const path = pathname.slice(prefix.length) + search;
      return await fetch(`${target()}${path}`, {
        method,
        headers,
        body,
        redirect: "manual",
        decompress: false,
      });
    },
  });
  return { url: `http://127.0.0.1:${server.port}${prefix}`, stop: () => server.stop(true) };
}
