import type { BinaryNode } from "baileys";
import { child, node } from "../wire/nodes.ts";
import type { Online, World } from "../world.ts";

const ERROR = { code: "500", text: "internal-server-error" };

/** Leaves a question unanswered, or answers it with an error, if a fault says so: true when it did. */
export function spoilQuestion(
  { faults }: Pick<World, "faults">,
  { companion, connection }: Online,
  stanza: BinaryNode,
): boolean {
  const moment = momentOf(stanza);
  const fault = moment === null ? undefined : faults.take(moment, companion.account.number);
  if (fault === undefined) return false;
  if (fault.fault === "error") connection.send(errorTo(stanza));
  return true;
}

function momentOf(stanza: BinaryNode): "lookup" | "call" | null {
  if (stanza.tag === "call") return "call";
  const query = child(child(stanza, "usync"), "query");
  return query !== undefined && child(query, "contact") !== undefined ? "lookup" : null;
}

function errorTo({ tag, attrs: { id, to: from } }: BinaryNode): BinaryNode {
  const error = [node("error", ERROR)];
  return tag === "call"
    ? node("ack", { class: tag, id, from, error: ERROR.code }, error)
    : node("iq", { type: "error", id, from }, error);
}
