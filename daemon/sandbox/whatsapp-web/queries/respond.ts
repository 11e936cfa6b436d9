import type { BinaryNode } from "baileys";
import { node, SERVER } from "../wire/nodes.ts";
import type { Online, World } from "../world.ts";
import { appStateResult } from "./app-state.ts";
import { contactCodeResult } from "./contact-codes.ts";
import { encryptResult } from "./encrypt.ts";
import { groupsResult } from "./groups.ts";
import { linkedDevicesResult, passiveResult } from "./linked-devices.ts";
import { mediaResult } from "./media.ts";
import { mexResult } from "./mex.ts";
import { businessResult, pictureResult, statusResult } from "./profiles.ts";
import type { Query, QueryResult } from "./query.ts";
import {
  blocklistResult,
  botsResult,
  catalogueResult,
  emptyResult,
  privacyResult,
  propsResult,
} from "./quiet.ts";
import { usyncResult } from "./usync.ts";

const RESULTS: Record<string, (query: Query) => QueryResult | Promise<QueryResult>> = {
  encrypt: encryptResult,
  usync: usyncResult,
  passive: passiveResult,
  md: linkedDevicesResult,
  abt: propsResult,
  privacy: privacyResult,
  blocklist: blocklistResult,
  disappearing_mode: emptyResult,
  status: statusResult,
  "urn:xmpp:whatsapp:dirty": emptyResult,
  "w:p": emptyResult,
  "w:stats": emptyResult,
  "w:sync:app:state": appStateResult,
  "w:g2": groupsResult,
  "w:m": mediaResult,
  "w:mex": mexResult,
  "w:biz": businessResult,
  "w:biz:catalog": catalogueResult,
  bot: botsResult,
  "w:profile:picture": pictureResult,
  "w:qr": contactCodeResult,
};

/** Responds to a companion's query; one that nobody knows gets an error, so that it does not wait. */
export function respondToQuery(world: World, online: Online, iq: BinaryNode): void {
  const { type, xmlns } = iq.attrs;
  if (type !== "get" && type !== "set" && xmlns !== "w:stats") return;
  const result = (RESULTS[xmlns ?? ""] ?? notImplemented)({ world, online, iq });
  // what follows from a query may come right after its response
  if (result instanceof Promise) void result.then((settled) => respond(online, iq, settled));
  else respond(online, iq, result);
}

function respond(online: Online, iq: BinaryNode, result: QueryResult): void {
  const { id, to: from = SERVER } = iq.attrs;
  if (Array.isArray(result)) {
    online.connection.send(node("iq", { from, type: "result", id }, result));
  } else {
    const error = node("error", { code: result.code.toString(), text: result.text });
    online.connection.send(node("iq", { from, type: "error", id }, [error]));
  }
}

function notImplemented(): QueryResult {
  return { code: 501, text: "feature-not-implemented" };
}
