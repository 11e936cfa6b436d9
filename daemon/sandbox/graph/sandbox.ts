import { handleControl } from "./control/routes.ts";
import { handleGraph } from "./graph.ts";
import { type GraphSandboxOptions, settle } from "./options.ts";
import { createWorld, type World } from "./world.ts";

export type GraphSandbox = {
  /** `http://host:port` */
  url: string;
  port: number;
  /** The base of Graph API paths: `{url}/{version}`. */
  graphUrl: string;
  /** Where webhooks go from now on, those waiting for a retry included. */
  setWebhookUrl(url: string | undefined): void;
  /** Closes every connection and forgets what was not delivered. */
  stop(): Promise<void>;
};

/** The largest request taken: a document of 100 MB and its form. */
const MOST_BODY_BYTES = 110_000_000;
/** Seconds without traffic after which a connection is closed; the slow recipients need some. */
const IDLE_SECONDS = 60;

/**
 * Starts a stand-in for Meta's Graph API (WhatsApp Cloud API) on loopback: messages, media, phone
 * numbers, templates, subscriptions and signed webhooks, all in memory. Rejects when the port is taken.
 */
export async function startGraphSandbox(options: GraphSandboxOptions): Promise<GraphSandbox> {
  const world = createWorld(settle(options), options.webhookUrl);
  const server = Bun.serve({
    port: world.settings.port,
    hostname: world.settings.host,
    maxRequestBodySize: MOST_BODY_BYTES,
    idleTimeout: IDLE_SECONDS,
    development: false,
    fetch: (request) => handle(request, world),
    error: () => new Response(null, { status: 500 }),
  });
  const port = server.port ?? world.settings.port;
  world.url = `http://${world.settings.host}:${port}`;
  return {
    url: world.url,
    port,
    graphUrl: `${world.url}/${world.settings.version}`,
    setWebhookUrl: world.outbox.setWebhookUrl,
    async stop() {
      world.reporter.clear();
      world.reviewer.clear();
      world.outbox.stop();
      await server.stop(true);
    },
  };
}

function handle(request: Request, world: World): Response | Promise<Response> {
  const url = new URL(request.url);
  return url.pathname.startsWith("/sandbox/")
    ? handleControl(request, url, world)
    : handleGraph(request, url, world);
}
