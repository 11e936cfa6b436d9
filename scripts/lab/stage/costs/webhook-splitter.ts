/** Takes the sandbox's webhooks and gives them to several daemons in turn, some twice and some later than they came. */

export type WebhookSplitter = {
  url: string;
  /** While this is true, webhooks are taken, and no daemon gets them. */
  setLosing(isLosing: boolean): void;
  close(): Promise<void>;
};

/** Every so many webhooks one goes to another daemon, too, and one waits until others have overtaken it. */
const TWICE = 5;
const LATE = 7;
const LATE_MS = 150;
const PATH = "/v1/providers/whatsapp/webhook";

/** Starts on any port of loopback. What no daemon takes is refused, and so comes again. */
export function startWebhookSplitter(daemons: readonly string[]): WebhookSplitter {
  let count = 0;
  let losing = false;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.arrayBuffer();
      if (losing) return new Response();
      const nth = ++count;
      if (nth % LATE === 0) await Bun.sleep(LATE_MS);
      const headers = new Headers(request.headers);
      const post = (daemon: number) =>
        fetch(daemons[daemon % daemons.length] + PATH, { method: "POST", headers, body });
      const first = await post(nth);
      if (nth % TWICE === 0) await post(nth + 1);
      return new Response(null, { status: first.status });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}${PATH}`,
    setLosing(isLosing) {
      losing = isLosing;
    },
    close: () => server.stop(true),
  };
}
