import type { BinaryNode } from "baileys";
import { spoilQuestion } from "../faults/questions.ts";
import type { Companion } from "../memory/phones.ts";
import { respondToQuery } from "../queries/respond.ts";
import type { Connection, Handler } from "../wire/connection.ts";
import { node } from "../wire/nodes.ts";
import type { Online, World } from "../world.ts";
import { sendWaiting } from "./delivery.ts";
import { forwardReceipt } from "./forwarding.ts";
import { takeMessage } from "./traffic.ts";

/** A companion's connection from its login on: what it sends goes to whom it concerns. */
export function createOnline(
  world: World,
  connection: Connection,
  companion: Companion,
): { online: Online; handler: Handler } {
  const online: Online = { companion, connection, ready: false, isHeldBack: false, presence: "unavailable" };
  const handler: Handler = {
    stanza(stanza) {
      world.journal.note(companion, stanza);
      if (spoilQuestion(world, online, stanza)) return;
      return take(world, online, stanza);
    },
    closed() {
      if (world.online.get(companion.jid) === online) world.online.delete(companion.jid);
    },
  };
  return { online, handler };
}

async function take(world: World, online: Online, stanza: BinaryNode): Promise<void> {
  const { companion, connection } = online;
  switch (stanza.tag) {
    case "iq":
      return respondToQuery(world, online, stanza);
    case "message":
      return takeMessage(world, online, stanza);
    case "receipt":
      world.outbox.settle(companion, stanza);
      connection.send(acknowledgement(stanza));
      forwardReceipt(world, companion, stanza);
      return world.people.receipt(companion, stanza);
    case "ack":
      world.outbox.settle(companion, stanza);
      if (online.isHeldBack && !world.outbox.holdsBack(companion)) sendWaiting(world, online);
      return;
    case "presence":
      return takePresence(world, online, stanza);
    case "chatstate":
      return world.people.chatstate(companion, stanza);
    case "call":
      connection.send(acknowledgement(stanza));
      return world.people.call(companion, stanza);
    case "notification":
      return connection.send(acknowledgement(stanza));
  }
}

function takePresence(world: World, online: Online, stanza: BinaryNode): void {
  const { type } = stanza.attrs;
  if (stanza.attrs.to === undefined && (type === "available" || type === "unavailable")) {
    online.presence = type;
  }
  world.people.presence(online.companion, stanza);
}

/** The server has taken it. */
function acknowledgement({ tag, attrs }: BinaryNode): BinaryNode {
  const { id, to, type, participant } = attrs;
  return node("ack", { class: tag, id, from: to, type, participant });
}
