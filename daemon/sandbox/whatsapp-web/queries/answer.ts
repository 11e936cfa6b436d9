import type { BinaryNode } from "baileys";
import { node, SERVER } from "../wire/nodes.ts";
import type { Online, World } from "../world.ts";
import { answerEncrypt } from "./encrypt.ts";
import { answerLinkedDevices, answerPassive } from "./linked-devices.ts";
import { answerMedia } from "./media.ts";
import { answerMex } from "./mex.ts";
import { answerBusiness, answerPicture } from "./profiles.ts";
import type { Answer, Query } from "./query.ts";
import {
  answerAppState,
  answerBlocklist,
  answerBots,
  answerCatalogue,
  answerGroups,
  answerPrivacy,
  answerProps,
  answerWithNothing,
} from "./quiet.ts";
import { answerUsync } from "./usync.ts";

const ANSWERS: Record<string, (query: Query) => Answer> = {
  encrypt: answerEncrypt,
  usync: answerUsync,
  passive: answerPassive,
  md: answerLinkedDevices,
  abt: answerProps,
  privacy: answerPrivacy,
  blocklist: answerBlocklist,
  disappearing_mode: answerWithNothing,
  status: answerWithNothing,
  "urn:xmpp:whatsapp:dirty": answerWithNothing,
  "w:p": answerWithNothing,
  "w:stats": answerWithNothing,
  "w:sync:app:state": answerAppState,
  "w:g2": answerGroups,
  "w:m": answerMedia,
  "w:mex": answerMex,
  "w:biz": answerBusiness,
  "w:biz:catalog": answerCatalogue,
  bot: answerBots,
  "w:profile:picture": answerPicture,
};

/** Answers a companion's query; one that nobody knows gets an error, so that it does not wait. */
export function answerQuery(world: World, online: Online, iq: BinaryNode): void {
  const { id, type, xmlns, to } = iq.attrs;
  if (type !== "get" && type !== "set" && xmlns !== "w:stats") return;
  const answer = (ANSWERS[xmlns ?? ""] ?? notImplemented)({ world, online, iq });
  const from = to ?? SERVER;
  if (Array.isArray(answer)) {
    online.connection.send(node("iq", { from, type: "result", id }, answer));
  } else {
    const error = node("error", { code: answer.code.toString(), text: answer.text });
    online.connection.send(node("iq", { from, type: "error", id }, [error]));
  }
}

function notImplemented(): Answer {
  return { code: 501, text: "feature-not-implemented" };
}
