import { randomBytes } from "node:crypto";
import type { proto } from "baileys";
import { createOnline } from "../delivery/online.ts";
import { endWith, failure, streamError } from "../faults/endings.ts";
import type { Companion } from "../memory/phones.ts";
import { isOutdated } from "../memory/versions.ts";
import type { Connection, Handler } from "../wire/connection.ts";
import { phoneJid } from "../wire/jids.ts";
import { node, SERVER, seconds } from "../wire/nodes.ts";
import type { World } from "../world.ts";
import { register } from "./register.ts";

/**
 * Lets a client in: one that wants to be linked (it brings its keys), or a companion, by its number,
 * device and Noise key. An unknown companion gets 401 (Baileys: `CB:failure` in Socket/socket.js), one that is too old 405.
 */
export async function admit(
  world: World,
  connection: Connection,
  payload: Buffer,
): Promise<Handler | undefined> {
  const login = world.wa.proto.ClientPayload.decode(payload);
  if (isOutdated(world.versions, login)) {
    connection.end(failure("405"));
    return undefined;
  }
  if (login.devicePairingData) return register(world, connection, login.devicePairingData);
  const companion = findCompanion(world, login);
  if (companion === undefined || !connection.noiseKey.equals(companion.noiseKey)) {
    connection.end(failure("401"));
    return undefined;
  }
  if (world.bans.isBanned(companion.account.number)) {
    connection.end(failure("403"));
    return undefined;
  }
  const fault = world.faults.take("login", companion.account.number);
  if (fault !== undefined && endWith(connection, fault.fault, true)) return undefined;
  return logIn(world, connection, companion);
}

function findCompanion({ phones }: World, login: proto.ClientPayload): Companion | undefined {
  return phones.companion(phoneJid(String(login.username), login.device ?? 0));
}

function logIn(world: World, connection: Connection, companion: Companion): Handler {
  const other = world.online.get(companion.jid);
  other?.connection.end(streamError(undefined, node("conflict", { type: "replaced" })));
  const { online, handler } = createOnline(world, connection, companion);
  world.online.set(companion.jid, online);
  connection.send(
    node("success", {
      t: seconds(),
      lid: companion.lid,
      creation: seconds(companion.linkedAt.getTime()),
      location: "sandbox",
      props: "1",
      abprops: "1",
    }),
  );
  const routing = node("routing_info", {}, randomBytes(8));
  connection.send(node("ib", { from: SERVER }, [node("edge_routing", {}, [routing])]));
  return handler;
}
