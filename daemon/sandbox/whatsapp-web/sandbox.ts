import { createMemory, type Memory } from "../memory/keep.ts";
import type { BanRules } from "./bans/rules.ts";
import { buildWorld, type PeopleMaker, type WorldParts } from "./build-world.ts";
import { type ControlledSandbox, createControl } from "./control/control.ts";
import { dispatch } from "./control/dispatch.ts";
import { whatsappWebRoutes } from "./control/routes.ts";
import { loadBaileys } from "./libraries.ts";
import { createPeople } from "./people/people.ts";
import { type Listener, type ListenOptions, listen } from "./wire/server.ts";
import { selfSignedCertificate } from "./wire/tls.ts";
import type { World } from "./world.ts";

export type WhatsAppWebSandboxOptions = {
  /** Keys, LIDs and people are derived from it: the same seed, the same root. */
  seed?: string;
  /** Listen on `wss://`, with the self-signed certificate. */
  tls?: boolean;
  host?: string;
  port?: number;
  /** Where it reads and writes what outlasts it; by default it remembers nothing. */
  memory?: Memory;
  /** The rules by which numbers are banned, with the usual ones for the rest; by default, those that it remembers. */
  bans?: Partial<BanRules> | undefined;
  /** Who lives behind the numbers; for those who want to know when they are made. */
  createPeople?: PeopleMaker;
  /** Called with each stanza that comes from a client; for those who want to know what is sent. */
  onStanza?: ListenOptions["onStanza"];
};

/** A running stand-in for WhatsApp Web. */
export type WhatsAppWebSandbox = ControlledSandbox & {
  /** Answers requests to the control routes, the people's among them; undefined when the path is none. */
  handle(request: Request, url: URL): Promise<Response | undefined>;
  stop(): Promise<void>;
};

type Running = { world: World; listener: Listener };

/**
 * Starts a server that WhatsApp Web clients pair with and log in to, on loopback. Throws
 * `MissingLibrary` when baileys is not installed; rejects when the port is taken.
 */
export async function startWhatsAppWebSandbox(
  options: WhatsAppWebSandboxOptions = {},
): Promise<WhatsAppWebSandbox> {
  const { seed = "waypost sandbox", tls = false, host = "127.0.0.1", memory = createMemory() } = options;
  const certificate = selfSignedCertificate();
  const parts: WorldParts = {
    wa: await loadBaileys(),
    seed,
    keep: memory,
    certificate,
    createPeople: options.createPeople ?? createPeople,
  };
  const start = async (port: number): Promise<Running> => {
    const world = await buildWorld(parts);
    try {
      const listener = listen(world, {
        ...{ hostname: host, port, onStanza: options.onStanza },
        certificate: tls ? certificate : undefined,
      });
      return { world, listener };
    } catch (cause) {
      await world.people.stop();
      throw cause;
    }
  };
  const stop = async ({ world, listener }: Running) => {
    await listener.stop();
    await world.people.stop();
  };
  let running = await start(options.port ?? 0);
  if (options.bans !== undefined) running.world.bans.set(options.bans);
  const { port } = running.listener;
  /** One after the other: two at once would leave a server behind that nothing refers to. */
  let restarting: Promise<void> = Promise.resolve();
  const restart = ({ keep }: { keep: boolean }) => {
    restarting = restarting
      .catch(() => {})
      .then(async () => {
        await stop(running);
        if (!keep) memory.clear();
        running = await start(port);
      });
    return restarting;
  };
  const sandbox: WhatsAppWebSandbox = {
    url: `${tls ? "wss" : "ws"}://${host}:${port}/ws/chat`,
    rootKey: Buffer.from(running.world.keys.root.public).toString("hex"),
    certificate,
    control: createControl(() => running.world, restart),
    handle: (request, url) => dispatch(request, url, { ...routes, ...running.world.people.routes }),
    async stop() {
      await restarting.catch(() => {});
      await stop(running);
      memory.close();
    },
  };
  const routes = whatsappWebRoutes(sandbox);
  return sandbox;
}
