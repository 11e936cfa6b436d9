import { join } from "node:path";
import { controlRefusal } from "./graph/control/responses.ts";
import { SANDBOX_DEFAULTS } from "./graph/defaults.ts";
import { type GraphSandbox, type OtherControl, startGraphSandbox } from "./graph/sandbox.ts";
import { createMemory, type Memory } from "./memory/keep.ts";
import { openMemory } from "./memory/keep-file.ts";
import type { BanRules } from "./whatsapp-web/bans/rules.ts";
import { MissingLibrary } from "./whatsapp-web/libraries.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
  type WhatsAppWebSandboxOptions,
} from "./whatsapp-web/sandbox.ts";
import { writeCertificate } from "./whatsapp-web/wire/trust.ts";

/** The outside world on loopback, and the settings that make a daemon use it. */
export type Sandbox = {
  graph: GraphSandbox;
  /** Null when its libraries are not installed: `absent` says which. */
  web: WhatsAppWebSandbox | null;
  absent: string | null;
  /** The variables of a daemon that talks to this sandbox. */
  environment: Record<string, string>;
  stop(): Promise<void>;
};

/**
 * Starts the stand-ins for the outside systems: the Graph API's on `port`, WhatsApp Web's on the next
 * one if that is free, or both on any. `webhookUrl` is where the daemon takes Meta's webhooks;
 * in `folder` they remember accounts, templates and who is linked; without one they forget at the end.
 */
export async function startSandbox({
  port = 0,
  webhookUrl,
  folder,
  tls = false,
  bans,
}: {
  port?: number;
  webhookUrl?: string;
  folder?: string;
  /** Whether WhatsApp Web is served over TLS, with a certificate made at start. */
  tls?: boolean;
  /** The rules by which paired numbers are restricted and banned; without them, none is. */
  bans?: Partial<BanRules>;
} = {}): Promise<Sandbox> {
  const { web, absent } = await startWebIfPossible({
    memory: memoryIn(folder, "whatsapp-web"),
    tls,
    bans,
    port: nextPort(port),
  });
  const memory = memoryIn(folder, "graph");
  const options = { ...SANDBOX_DEFAULTS, port, memory, ...(webhookUrl === undefined ? {} : { webhookUrl }) };
  const graph = await startGraphSandbox(options, web === null ? refuseAbsent(absent) : web.handle).catch(
    async (cause: unknown) => {
      memory.close();
      await web?.stop();
      throw cause;
    },
  );
  const certificate = web === null ? null : await writeCertificate(web.certificate, folder);
  return {
    graph,
    web,
    absent,
    environment: {
      WAYPOST_SANDBOX: "true",
      WAYPOST_GRAPH_URL: graph.graphUrl,
      WAYPOST_APP_ID: SANDBOX_DEFAULTS.appId,
      WAYPOST_APP_SECRET: SANDBOX_DEFAULTS.appSecret,
      WAYPOST_VERIFY_TOKEN: SANDBOX_DEFAULTS.verifyToken,
      ...(web === null ? {} : { WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey }),
      ...(certificate === null ? {} : { NODE_EXTRA_CA_CERTS: certificate.path }),
    },
    async stop() {
      await graph.stop();
      await web?.stop();
      await certificate?.remove();
    },
  };
}

function memoryIn(folder: string | undefined, name: string): Memory {
  return folder === undefined ? createMemory() : openMemory(join(folder, `${name}.sqlite`));
}

/** The port after this one, so that clients find the stand-in again; 0, any, when that is taken. */
function nextPort(port: number): number {
  if (port === 0 || port === LAST_PORT) return 0;
  try {
    Bun.listen({ hostname: "127.0.0.1", port: port + 1, socket: { data() {} } }).stop(true);
    return port + 1;
  } catch {
    return 0;
  }
}

const LAST_PORT = 65_535;

/** `wanted` when it and the next port, which is WhatsApp Web's, are free; otherwise 0: any that are. */
export function freePortFrom(wanted: number): number {
  if (wanted === 0) return 0;
  return isFree(wanted) && isFree(wanted + 1) ? wanted : 0;
}

/** Whether a server could not be started because its port is another's. */
export function isPortTaken(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}

/** WhatsApp Web's stand-in, or why there is none: the Graph API's works without. */
async function startWebIfPossible(
  options: WhatsAppWebSandboxOptions,
): Promise<{ web: WhatsAppWebSandbox | null; absent: string | null }> {
  try {
    return { web: await startWhatsAppWebSandbox(options), absent: null };
  } catch (cause) {
    if (cause instanceof MissingLibrary) return { web: null, absent: cause.message };
    throw cause;
  }
}

const WEB_PATHS = /^\/sandbox\/(web|phones|people|media|bans|faults|received|restart)(\/|$)/;

function refuseAbsent(absent: string | null): OtherControl {
  return async (_request, { pathname }) =>
    WEB_PATHS.test(pathname) ? controlRefusal(501, absent ?? "") : undefined;
}
