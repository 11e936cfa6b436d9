/** whatsmeow, a client written in Go, beside Waypost: on the same sandbox, with the same phones and the same requests. */
import { startWhatsmeow } from "../peers/peers.ts";
import { atLeast, atMost, type Target } from "../report.ts";
import type { Stage } from "../stage/stage.ts";
import { type Clients, measureClients, showClients } from "./clients.ts";
import { type IdlePlan, type IdleSessions, measureIdleSessions, showIdle } from "./idle-sessions.ts";
import { type Latency, measureLatency, showLatency } from "./latency.ts";
import { pairAll, type SandboxClient } from "./pairing.ts";

/** The peer's own process, without a database. */
export type PeerMeasured = { idle: IdleSessions; latency: Latency; clients: Clients };

type Plan = IdlePlan & { few: number; latency: number; posts: number };

/** Its phones come after those that are paired with the daemon. */
const FIRST_PHONE = 10_000;

/** Measures it with a few sessions, or says what is missing. It goes on running until the stage is closed. */
export async function measurePeer(
  stage: Stage,
  sandbox: SandboxClient,
  plan: Plan,
  people: number,
): Promise<PeerMeasured | { missing: string }> {
  const peer = await startWhatsmeow(stage);
  if ("missing" in peer) return peer;
  const beside = { ...stage, daemon: peer.target };
  const [first] = await pairAll(beside, sandbox, plan.few, FIRST_PHONE);
  if (first === undefined) throw new Error("nothing is paired with the peer");
  const idle = await measureIdleSessions(beside, plan.few, plan);
  const measured = { ...beside, daemon: { ...peer.target, channelId: first.channelId } };
  // people who are written to for the first time need keys first
  await measureClients(measured, sandbox, first, people, people);
  return {
    idle,
    latency: await measureLatency(measured, sandbox, first, plan.latency),
    clients: await measureClients(measured, sandbox, first, plan.posts, people),
  };
}

/** What Waypost is to reach beside it. Postgres counts as a part of Waypost where processor time is compared. */
export function peerTargets(
  ours: { few: IdleSessions; latency: Latency; clients: Clients },
  theirs: PeerMeasured,
): Target[] {
  const times = (one: number, other: number) => Math.round((one / other) * 100) / 100;
  const { clients } = ours;
  const processor = (clients.daemonMs ?? Number.NaN) + (clients.postgresMs ?? Number.NaN);
  return [
    atMost(
      3,
      " times",
      "request to phone, p50, of whatsmeow's",
      times(ours.latency.toPhone.p50, theirs.latency.toPhone.p50),
    ),
    atMost(
      3,
      " times",
      "phone to webhook, p50, of whatsmeow's",
      times(ours.latency.toWebhook.p50, theirs.latency.toWebhook.p50),
    ),
    atLeast(
      1,
      " times",
      "messages a second of 16 clients, of whatsmeow's",
      times(clients.perSecond, theirs.clients.perSecond),
    ),
    atMost(
      2,
      " times",
      "processor of a message, of whatsmeow's",
      times(processor, theirs.clients.daemonMs ?? Number.NaN),
    ),
    atMost(
      2,
      " times",
      `memory of ${ours.few.sessions} idle sessions, of whatsmeow's`,
      times(ours.few.memory, theirs.idle.memory),
    ),
  ];
}

/** For a person. */
export function showPeer(peer: PeerMeasured | { missing: string }): string[] {
  if ("missing" in peer) return [`Beside      nothing: ${peer.missing}`];
  return [
    `whatsmeow   ${showIdle(peer.idle)}`,
    `whatsmeow   ${showLatency(peer.latency)}`,
    `whatsmeow   ${showClients({ ...peer.clients, postgresMs: null })}`,
  ];
}
