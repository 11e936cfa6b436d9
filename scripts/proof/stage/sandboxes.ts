/** The stand-ins for WhatsApp, in a process of their own. */

import { join } from "node:path";
import { ROOT } from "../../lib/run.ts";
import { runtimeEnvironment } from "../../lib/short-runs.ts";

export type Sandboxes = {
  /** The settings of a daemon that uses them. */
  environment: Record<string, string>;
  /** Where they take orders. */
  url: string;
  stop(): Promise<void>;
};

/** Starts them; Meta's webhooks go to this port. */
export async function startSandboxes(webhookPort: number): Promise<Sandboxes> {
  const hook = `http://127.0.0.1:${webhookPort}/v1/providers/whatsapp/webhook`;
  const words = [join(ROOT, "daemon/main.ts"), "sandbox", "--webhook-url", hook];
  const child = Bun.spawn([process.execPath, "--no-env-file", ...words], {
    env: { PATH: process.env.PATH, ...runtimeEnvironment(), HOME: "/nonexistent", WAYPOST_SANDBOX_PORT: "0" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += Buffer.from(chunk).toString();
    const lines = /uses it:\n\n((?:[A-Z_]+=\S+\n)+)/.exec(printed)?.[1];
    if (lines === undefined || !lines.includes("NODE_EXTRA_CA_CERTS")) continue;
    const environment = Object.fromEntries(
      lines
        .trim()
        .split("\n")
        .map((line) => line.split(/=(.*)/s, 2)),
    );
    return { environment, url: new URL(environment.WAYPOST_GRAPH_URL ?? "").origin, stop };
  }
  throw new Error(`the sandboxes did not start: ${printed}`);
}
