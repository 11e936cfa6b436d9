import { refusedOnLoopback } from "../../lib/loopback.ts";
import { controlRefusal } from "./control/responses.ts";
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

/** Answers the control routes of another sandbox on the same port; undefined when the path is none of them. */
export type OtherControl = (request: Request, url: URL) => Promise<Response | undefined>;

/** The largest request taken: a document of 100 MB and its form. */
const MOST_BODY_BYTES = 110_000_000;
/** Seconds without traffic after which a connection is closed; the slow recipients need some. */
const IDLE_SECONDS = 60;

/**
 * Starts a stand-in for Meta's Graph API (WhatsApp Cloud API) on loopback: messages, media, phone
 * numbers, templates, subscriptions and signed webhooks, all in memory. Control routes that are not its
 * own may be answered by another sandbox. Rejects when the port is taken.
 */
export async function startGraphSandbox(
  options: GraphSandboxOptions,
  otherControl: OtherControl = async () => undefined,
): Promise<GraphSandbox> {
  const world = createWorld(settle(options), options.webhookUrl);
  const server = Bun.serve({
    port: world.settings.port,
    hostname: world.settings.host,
    maxRequestBodySize: MOST_BODY_BYTES,
    idleTimeout: IDLE_SECONDS,
    development: false,
    fetch: (request) => handle(request, world, otherControl),
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

async function handle(request: Request, world: World, otherControl: OtherControl): Promise<Response> {
  const refused = refusedOnLoopback(request, world.settings);
  if (refused !== null) return controlRefusal(403, refused);
  const url = new URL(request.url);
  if (!url.pathname.startsWith("/sandbox/")) return handleGraph(request, url, world);
  return (await otherControl(request, url)) ?? handleControl(request, url, world);
}
