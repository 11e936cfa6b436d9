import type { BinaryNode } from "baileys";
import type { Device } from "../link.ts";
import { node, SERVER, seconds } from "../wire/nodes.ts";
import type { Online, World } from "../world.ts";

/** The parts of the world that delivery needs. */
type Ways = Pick<World, "outbox" | "online">;

/** Keeps a stanza for a companion, and sends it when the companion is there. */
export function deliver(world: Ways, companion: Device, stanza: BinaryNode): void {
  const attrs = { t: seconds(), ...stanza.attrs, to: companion.jid };
  const whole = { ...stanza, attrs };
  world.outbox.add(companion, whole);
  const online = world.online.get(companion.jid);
  if (online?.ready) online.connection.send(whole);
}

/** Sends a stanza that is worth nothing later. */
export function push(world: Ways, companion: Device, stanza: BinaryNode): void {
  const online = world.online.get(companion.jid);
  if (online?.ready) online.connection.send({ ...stanza, attrs: { ...stanza.attrs, to: companion.jid } });
}

/**
 * The companion has said `active`: it learns how much waits, gets it marked as `offline`, and learns that this was all.
 * Some clients ask for it (Baileys: `offline_batch`, `CB:ib,,offline_preview` in Socket/socket.js), others do not
 * (whatsmeow): nobody has to.
 */
export function announceWaiting(world: World, online: Online): void {
  if (online.ready) return;
  const waiting = world.outbox.waiting(online.companion);
  if (waiting.length > 0) online.connection.send(preview(waiting));
  sendWaiting(world, online);
}

function preview(waiting: readonly BinaryNode[]): BinaryNode {
  const count = (tag: string) => waiting.filter((stanza) => stanza.tag === tag).length.toString();
  const counts = node("offline_preview", {
    count: waiting.length.toString(),
    message: count("message"),
    receipt: count("receipt"),
    notification: count("notification"),
  });
  return node("ib", { from: SERVER }, [counts]);
}

/** Sends all that waits, then what comes goes out at once: unless the first has to be acknowledged before the rest. */
export function sendWaiting(world: World, online: Online): void {
  if (online.ready) return;
  online.isHeldBack = world.outbox.holdsBack(online.companion);
  online.ready = !online.isHeldBack;
  const waiting = world.outbox.waiting(online.companion);
  for (const stanza of waiting) {
    online.connection.send({ ...stanza, attrs: { ...stanza.attrs, offline: "0" } });
  }
  if (online.isHeldBack) return;
  online.connection.send(
    node("ib", { from: SERVER }, [node("offline", { count: waiting.length.toString() })]),
  );
}
