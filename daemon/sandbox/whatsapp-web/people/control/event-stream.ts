import type { Feed, PhoneEvent } from "../feed.ts";
import { shownEvent } from "./shown.ts";

/** A comment this often keeps idle connections open. */
const HEARTBEAT_MS = 5_000;

/**
 * The events of a phone, as server-sent events (HTML, section 9.2): the id of each is its sequence number,
 * and `after` continues behind one. The stream ends when the sandbox stops or starts again.
 */
export function eventStream(watch: Feed["watch"], number: string, after: number | undefined): Response {
  let leave = () => {};
  const lines = new ReadableStream<string>({
    start(controller) {
      const write = (line: string) => controller.enqueue(`${line}\n\n`);
      const heartbeat = setInterval(() => write(": still here"), HEARTBEAT_MS).unref();
      write(": watching");
      const listener = (event: PhoneEvent) =>
        write(`id: ${event.sequence}\ndata: ${JSON.stringify(shownEvent(event))}`);
      const ended = () => {
        clearInterval(heartbeat);
        controller.close();
      };
      const unwatch = watch(number, listener, { after, ended });
      leave = () => {
        clearInterval(heartbeat);
        unwatch();
      };
    },
    cancel: () => leave(),
  });
  const body = lines.pipeThrough(new TextEncoderStream());
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
