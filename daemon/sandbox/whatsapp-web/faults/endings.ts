import type { BinaryNode } from "baileys";
import type { Connection } from "../wire/connection.ts";
import { node } from "../wire/nodes.ts";
import type { FaultName } from "./faults.ts";

const BAN_SECONDS = 3600;

/** Ends a connection the way the fault says; false when the fault is not about the connection. */
export function endWith(connection: Connection, fault: FaultName, loggingIn: boolean): boolean {
  if (fault === "drop") connection.drop();
  else if (fault === "freeze") connection.freeze();
  else {
    const stanza = lastStanza(fault, loggingIn);
    if (stanza === undefined) return false;
    connection.end(stanza);
  }
  return true;
}

/** The server's last stanza; how clients read it: Baileys, Socket/socket.js and Utils/generics.js. */
function lastStanza(fault: FaultName, loggingIn: boolean): BinaryNode | undefined {
  switch (fault) {
    case "401":
      return loggingIn ? failure(fault) : streamError(fault, node("conflict", { type: "device_removed" }));
    case "428":
      return node("xmlstreamend");
    case "440":
      return streamError(undefined, node("conflict", { type: "replaced" }));
    case "402":
      return loggingIn ? banned() : streamError(fault);
    case "403":
    case "405":
    case "500":
    case "503":
      return loggingIn ? failure(fault) : streamError(fault);
    case "515":
      return streamError(fault);
    default:
      return undefined;
  }
}

/** A login that is refused. */
export function failure(reason: string): BinaryNode {
  return node("failure", { reason, location: "sandbox" });
}

/** A login that is refused for a time: why, and for how many seconds. */
function banned(): BinaryNode {
  return node("failure", { reason: "402", code: "101", expire: String(BAN_SECONDS), location: "sandbox" });
}

/** The end of a stream; its child element says why. */
export function streamError(code: string | undefined, why?: BinaryNode): BinaryNode {
  return node("stream:error", { code }, why === undefined ? undefined : [why]);
}
