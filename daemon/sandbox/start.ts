import { SANDBOX_DEFAULTS } from "./graph/defaults.ts";
import { type GraphSandbox, startGraphSandbox } from "./graph/sandbox.ts";

/** The outside world on loopback, and the settings that make a daemon use it. */
export type Sandbox = {
  graph: GraphSandbox;
  /** The variables of a daemon that talks to this sandbox. */
  environment: Record<string, string>;
  stop(): Promise<void>;
};

/** Starts the stand-ins for the outside systems. `webhookUrl` is where the daemon takes Meta's webhooks. */
export async function startSandbox({
  port = 0,
  webhookUrl,
}: {
  port?: number;
  webhookUrl?: string;
} = {}): Promise<Sandbox> {
  const graph = await startGraphSandbox({
    ...SANDBOX_DEFAULTS,
    port,
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  });
  return {
    graph,
    environment: {
      WAYPOST_GRAPH_URL: graph.graphUrl,
      WAYPOST_APP_ID: SANDBOX_DEFAULTS.appId,
      WAYPOST_APP_SECRET: SANDBOX_DEFAULTS.appSecret,
      WAYPOST_VERIFY_TOKEN: SANDBOX_DEFAULTS.verifyToken,
    },
    stop: () => graph.stop(),
  };
}
