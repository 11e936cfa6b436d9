/** The driver of graphile-worker and of sessions that last, connected to the server that takes writes. */
import { Socket } from "node:net";
import pg from "pg";
import { pgOptions } from "./pg-options.ts";
import { type Servers, serversOf } from "./servers.ts";
import type { SessionSettings } from "./session-settings.ts";

type Config = pg.ClientConfig & { servers: Servers };

const CONNECT_MS = 5000;

/** How a client of the database at `url` is made, by its constructor or by a pool. */
export function clientConfig(url: string, name: string, settings: SessionSettings = {}): Config {
  return { ...pgOptions(url, name, settings), servers: serversOf(url) };
}

/** A client whose server is chosen when it connects. */
export class PrimaryClient extends pg.Client {
  readonly #servers: Servers;
  readonly #socket: Socket;

  constructor(config: Config) {
    const socket = new Socket();
    super({ connectionTimeoutMillis: CONNECT_MS, ...config, stream: () => socket });
    this.#servers = config.servers;
    this.#socket = socket;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((failure: Error) => void) | ((failure: null, client: pg.Client) => void)): void;
  override connect(callback?: (...result: never[]) => void): Promise<pg.Client> | undefined {
    const connecting = this.#connectToPrimary();
    if (callback === undefined) return connecting;
    const done = callback as (failure: Error | null, client?: pg.Client) => void;
    connecting.then((client) => done(null, client), done);
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const address = await this.#servers.primary();
    Object.assign(this, address);
    this.#servers.track(this.#socket);
    return await super.connect();
  }
}

/** A pool of such clients. */
export function clientPool(
  url: string,
  name: string,
  { max, settings }: { max: number; settings: SessionSettings },
): pg.Pool {
  return new pg.Pool({ ...clientConfig(url, name, settings), Client: PrimaryClient as never, max });
}
