import { refusedOnLoopback } from "../../lib/loopback.ts";
import { controlRefusal } from "./control/responses.ts";
import { handleControl } from "./control/routes.ts";
import { unreached } from "./control/unreached.ts";
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
 * numbers, templates, subscriptions and signed webhooks. Control routes that are not its own may be
 * answered by another sandbox. Rejects when the port is taken.
 */
export async function startGraphSandbox(
  options: GraphSandboxOptions,
  otherControl: OtherControl = async () => undefined,
): Promise<GraphSandbox> {
  const world = createWorld(settle(options), options.webhookUrl, options.memory);
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
  const submitAgain = reviewsLeft(world);
  if (options.webhookUrl !== undefined) submitAgain();
  return {
    url: world.url,
    port,
    graphUrl: `${world.url}/${world.settings.version}`,
    setWebhookUrl(url) {
      world.outbox.setWebhookUrl(url);
      if (url !== undefined) submitAgain();
    },
    async stop() {
      world.reporter.clear();
      world.reviewer.clear();
      world.outbox.stop();
      await server.stop(true);
      options.memory?.close();
    },
  };
}

async function handle(request: Request, world: World, otherControl: OtherControl): Promise<Response> {
  const refused = refusedOnLoopback(request, world.settings);
  if (refused !== null) return controlRefusal(403, refused);
  const url = new URL(request.url);
  if (url.pathname.startsWith("/sandbox/")) {
    const reason = await unreached(request, url, world);
    if (reason !== null) return controlRefusal(422, reason);
    const elsewhere = await otherControl(request, url);
    if (elsewhere !== undefined) return elsewhere;
  }
  const response = await respond(request, url, world);
  if (mayChangeAccounts(request, url)) world.remember();
  return response;
}

async function respond(request: Request, url: URL, world: World): Promise<Response> {
  return url.pathname.startsWith("/sandbox/")
    ? handleControl(request, url, world)
    : handleGraph(request, url, world);
}

/** Messages, by far the most requests, change none, and neither do files. */
function mayChangeAccounts({ method }: Request, { pathname }: URL): boolean {
  if (pathname.endsWith("/oauth/access_token")) return true;
  return method !== "GET" && !pathname.endsWith("/messages") && !pathname.endsWith("/media");
}

/** Submits the templates whose review an earlier process did not finish, once there is somebody to report to. */
function reviewsLeft({ templates, reviewer, phones }: World): () => void {
  const left = templates.all().filter(({ inReview }) => inReview);
  const first = phones.values().next().value?.wabaId ?? "";
  return () => {
    for (const template of left.splice(0)) reviewer.submit(template, template.wabaId ?? first);
  };
}
