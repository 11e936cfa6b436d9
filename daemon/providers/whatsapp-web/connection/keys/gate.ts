import { ConnectionOverError } from "../../library/inside/late-rejections.ts";
import type { RawSocket } from "../../library/inside/raw-socket.ts";
import type { KeyWriter } from "./key-writer.ts";

export type GateOptions = {
  keyWriter: Pick<KeyWriter, "isSettled" | "settled">;
  /** Whether this daemon still holds the session; checked before every frame. */
  holds(): boolean;
};

/**
 * Lets frames leave, in order, only when every key written before them is
 * durable and the session is still held. A frame that has to wait counts as
 * sent at once, so that the next message can be encrypted meanwhile; one that
 * must not leave is dropped, and nothing leaves after it.
 */
export function putGate(raw: RawSocket, { keyWriter, holds }: GateOptions): void {
  const send = raw.send.bind(raw);
  let waiting = 0;
  let queue: Promise<void> = Promise.resolve();
  let closed = false;

  function leave(data: Uint8Array, done?: (error?: Error) => void): void {
    closed ||= !holds();
    if (closed) done?.(new ConnectionOverError("the session is not held any more"));
    else send(data, done);
  }

  raw.send = (data, done) => {
    if (waiting === 0 && keyWriter.isSettled()) return leave(data, done);
    waiting += 1;
    const settled = keyWriter.settled();
    queue = Promise.all([queue, settled]).then(
      () => {
        waiting -= 1;
        leave(data);
      },
      () => {
        waiting -= 1;
        closed = true;
      },
    );
    done?.();
  };
}
