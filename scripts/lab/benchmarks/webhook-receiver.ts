/** The customers' side of a run: endpoints of `receiver.ts`, and what has come to them. */
import { fromSource } from "../stage/process.ts";
import type { Stage } from "./stage.ts";

/** The received deliveries; times since the events were emitted in milliseconds. */
export type Taken = { count: number; seconds: number; p50: number; p95: number; p99: number };

export type Endpoint = { enable(isEnabled: boolean): Promise<void>; remove(): Promise<void> };

export type Receiver = {
  /** Makes an endpoint at a path of the receiver. */
  register(path: string, wish?: object): Promise<Endpoint>;
  /** The deliveries since `forget`, or since the start. */
  taken(): Promise<Taken>;
  forget(): Promise<void>;
  /** Waits until so many came. Throws when they don't within two minutes. */
  untilTaken(count: number): Promise<Taken>;
};

/** Paths of the receiver that misbehave, each in its way. */
export const BAD_ENDPOINTS = ["hang", "drip", "gigabyte", "gzip", "redirect", "gone", "busy"].map(
  (name) => `bad/${name}`,
);

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const LONGEST_WAIT_MS = 120_000;

/** Starts a receiver, which lasts as long as the stage. */
export async function openReceiver({ daemon: { api }, startProgram }: Stage): Promise<Receiver> {
  const { address } = await startProgram(
    fromSource("scripts/lab/benchmarks/receiver.ts"),
    /listening at (\S+)/,
  );
  const taken = async () => (await (await fetch(`${address}/taken`)).json()) as Taken;
  return {
    taken,
    async register(path, wish = {}) {
      const { id } = await api<{ id: string }>("POST", ENDPOINTS, { url: `${address}/${path}`, ...wish });
      return {
        enable: async (enabled) => void (await api("PATCH", `${ENDPOINTS}/${id}`, { enabled })),
        remove: async () => void (await api("DELETE", `${ENDPOINTS}/${id}`)),
      };
    },
    forget: async () => void (await fetch(`${address}/forget`, { method: "POST" })),
    async untilTaken(count) {
      const giveUpAt = Date.now() + LONGEST_WAIT_MS;
      for (let found = await taken(); ; found = await taken()) {
        if (found.count >= count) return found;
        if (Date.now() > giveUpAt) throw new Error(`only ${found.count} of ${count} deliveries came`);
        await Bun.sleep(50);
      }
    },
  };
}
