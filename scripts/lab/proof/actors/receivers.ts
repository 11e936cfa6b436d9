/** The receivers of all endpoints, each with its moods. */
import { createHmac } from "node:crypto";
import type { History } from "../history/history.ts";
import type { EndpointPlan, Mood } from "../world/organization-plan.ts";

type Receiver = { plan: EndpointPlan; id: string; secret: string };

export type Receivers = {
  port: number;
  /** The path for the nth endpoint's events, through any port that leads here. */
  path(n: number): string;
  /** Says what an endpoint became. */
  know(n: number, receiver: Receiver): void;
  /** From now on, all accept. */
  calm(): void;
  stop(): void;
};

type Observed = { history: History; now(): number; signal(moment: string): void };

const HANG_MS = 20_000;

/** Starts one server for all of them. */
export function startReceivers({ history, now, signal }: Observed): Receivers {
  const known = new Map<number, Receiver>();
  let isCalm = false;

  function moodOf({ plan }: Receiver): Mood {
    const at = now();
    return isCalm ? "well" : (plan.moods.findLast(({ fromMs }) => fromMs <= at)?.mood ?? "well");
  }

  async function receive(request: Request): Promise<Response> {
    const receiver = known.get(Number(new URL(request.url).pathname.slice(1)));
    signal("webhook");
    const body = await request.text();
    if (receiver === undefined) return new Response(null, { status: 503 });
    const headers = Object.fromEntries(request.headers);
    const mood = moodOf(receiver);
    history.received.push({
      ...{ at: now(), endpoint: receiver.id, body, isSigned: isSigned(receiver.secret, body, headers) },
      ...{ id: headers["webhook-id"] ?? "", type: headers["webhook-event-type"] ?? "" },
      isAccepted: mood === "well",
    });
    return await ANSWERS[mood]();
  }

  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 0, fetch: receive });
  return {
    port: server.port ?? 0,
    path: (n) => `/${n}`,
    know: (n, receiver) => void known.set(n, receiver),
    calm() {
      isCalm = true;
    },
    stop: () => void server.stop(true),
  };
}

const ANSWERS: Record<Mood, () => Response | Promise<Response>> = {
  well: () => new Response(null, { status: 204 }),
  refuses: () => new Response("not now", { status: 500 }),
  hangs: () => Bun.sleep(HANG_MS).then(() => new Response(null, { status: 500 })),
  redirects: () => new Response(null, { status: 307, headers: { location: "http://127.0.0.1:1/" } }),
  drips: () => new Response(drip(), { status: 500 }),
  "asks for time": () => new Response(null, { status: 429, headers: { "retry-after": "2" } }),
  "breaks off": () => new Response(broken(), { status: 500 }),
  "is gone": () => new Response(null, { status: 410 }),
};

/** A body that breaks off in the middle. */
function broken(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from("not"));
      controller.error();
    },
  });
}

/** A body that does not end for a long time. */
async function* drip(): AsyncGenerator<Uint8Array> {
  for (let second = 0; second < HANG_MS / 1000; second++) {
    yield Buffer.from(".");
    await Bun.sleep(1000);
  }
}

/** Whether one of the signatures is the secret's; by whatever clock, since those of daemons are stepped. */
function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return (headers["webhook-signature"] ?? "").split(" ").includes(expected);
}
