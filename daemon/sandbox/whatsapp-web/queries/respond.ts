import type { BinaryNode } from "baileys";
import { node, SERVER } from "../wire/nodes.ts";
import type { Online, World } from "../world.ts";
import { encryptResult } from "./encrypt.ts";
import { groupsResult } from "./groups.ts";
import { linkedDevicesResult, passiveResult } from "./linked-devices.ts";
import { mediaResult } from "./media.ts";
import { mexResult } from "./mex.ts";
import { businessResult, pictureResult } from "./profiles.ts";
import type { Query, QueryResult } from "./query.ts";
import {
  appStateResult,
  blocklistResult,
  botsResult,
  catalogueResult,
  emptyResult,
  privacyResult,
  propsResult,
} from "./quiet.ts";
import { usyncResult } from "./usync.ts";

const RESULTS: Record<string, (query: Query) => QueryResult> = {
  encrypt: encryptResult,
  usync: usyncResult,
  passive: passiveResult,
  md: linkedDevicesResult,
  abt: propsResult,
  privacy: privacyResult,
  blocklist: blocklistResult,
  disappearing_mode: emptyResult,
  status: emptyResult,
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
};

/** Responds to a companion's query; one that nobody knows gets an error, so that it does not wait. */
export function respondToQuery(world: World, online: Online, iq: BinaryNode): void {
  const { id, type, xmlns, to } = iq.attrs;
  if (type !== "get" && type !== "set" && xmlns !== "w:stats") return;
  const result = (RESULTS[xmlns ?? ""] ?? notImplemented)({ world, online, iq });
  const from = to ?? SERVER;
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
