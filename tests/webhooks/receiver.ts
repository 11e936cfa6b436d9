/** An HTTP receiver on loopback that keeps what it was sent. */
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";

export type Received = { headers: Record<string, string>; body: string };

export function startReceiver(
  answer: (nth: number) => Response | Promise<Response> = () => new Response("ok"),
) {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      // as Meta verifies an address
      if (request.method === "GET")
        return new Response(new URL(request.url).searchParams.get("hub.challenge"));
      const body = await request.text();
      return await answer(received.push({ headers: Object.fromEntries(request.headers), body }) - 1);
    },
  });
  return { url: `http://127.0.0.1:${server.port}/hook`, received, stop: () => server.stop(true) };
}

/** Throws unless both outside libraries take the delivery for genuine. */
export function verifyDelivery(secret: string, { headers, body }: Received): void {
  new Webhook(secret).verify(body, headers);
  new SvixWebhook(secret).verify(body, headers);
}
