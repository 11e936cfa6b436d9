import type { Feed } from "../feed.ts";
import { shownEvent } from "./shown.ts";

/** A comment this often keeps idle connections open. */
const HEARTBEAT_MS = 5_000;

/**
 * What happens on a phone, as server-sent events (HTML, section 9.2): the id of each is its sequence number,
 * and `after` continues behind one.
 */
export function eventStream(watch: Feed["watch"], number: string, after: number | undefined): Response {
  let end = () => {};
  const body = new ReadableStream<string>({
    start(controller) {
      const heartbeat = setInterval(() => controller.enqueue(": still here\n\n"), HEARTBEAT_MS);
      controller.enqueue(": watching\n\n");
      const unwatch = watch(
        number,
        (event) =>
          controller.enqueue(`id: ${event.sequence}\ndata: ${JSON.stringify(shownEvent(event))}\n\n`),
        after,
      );
      end = () => {
        clearInterval(heartbeat);
        unwatch();
      };
    },
    cancel: () => end(),
  });
  const encoded = body.pipeThrough(new TextEncoderStream());
  return new Response(encoded, { headers: { "content-type": "text/event-stream" } });
}
