/** Everything the interactive flows of the CLI touch: a daemon, the outside world on loopback, receivers. */
import { type Sandbox, startSandbox } from "../../../daemon/sandbox/start.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { startTestDaemon, type TestDaemon } from "../../support/daemon.ts";
import { startReceiver } from "../../webhooks/receiver.ts";

export type Site = {
  daemon: TestDaemon;
  sandbox: Sandbox;
  /** The receiver of webhooks, which keeps the answers back while it is held. */
  receiver: ReturnType<typeof startReceiver> & Gate & { isFailing: boolean };
  /** Address and key, as variables. */
  env: Record<string, string>;
  /** A number that is in nobody's use. */
  newNumber(): string;
  /** Blocks all writes of contacts until `goOn`. */
  holdContacts(): Promise<void>;
  /** Opens everything that was held. */
  goOn(): Promise<void>;
  stop(): Promise<void>;
};

/** Blocks something until it is opened. */
export type Gate = { hold(): void; open(): void };

export async function startSite(): Promise<Site> {
  const sandbox = await startSandbox();
  const { WAYPOST_WA_WEB_URL: webSocketUrl = "", WAYPOST_WA_ROOT_KEY: webRootKey = "" } = sandbox.environment;
  const daemon = await startTestDaemon({ config: { webSocketUrl, webRootKey } });
  const receiver = gatedReceiver();
  let numbers = 0;
  let unlock = async () => {};
  const goOn = async () => {
    receiver.open();
    await unlock();
  };
  return {
    daemon,
    sandbox,
    receiver,
    env: {
      WAYPOST_URL: daemon.url,
      WAYPOST_API_KEY: daemon.key,
      WAYPOST_SANDBOX_URL: sandbox.graph.url,
    },
    newNumber: () => `1555704${String(++numbers).padStart(4, "0")}`,
    goOn,
    async holdContacts() {
      unlock = await lockContacts(daemon.sql);
    },
    async stop() {
      await goOn();
      await receiver.stop();
      await daemon.stop();
      await sandbox.stop();
    },
  };
}

function gatedReceiver(): Site["receiver"] {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const control = {
    isFailing: false,
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    open: () => gate.resolve(),
  };
  const answer = async () => {
    await gate.promise;
    return new Response("ok", { status: control.isFailing ? 500 : 200 });
  };
  return Object.assign(control, startReceiver(answer));
}

/** Until the answer is called. */
async function lockContacts(sql: Sql): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = sql.begin(async (transaction) => {
    await transaction`lock table contacts in exclusive mode`;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve();
    await lock;
  };
}
