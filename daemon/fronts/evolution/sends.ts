import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { ApiRecord } from "../../http/inside/own-api.ts";
import { objects, parseObject } from "../../lib/objects.ts";
import type { Call } from "../shared/call.ts";
import { channelNamed } from "../shared/channels.ts";
import {
  defined,
  type Json,
  list,
  maybeFlag,
  maybeNumber,
  maybeText,
  part,
  text,
  texts,
} from "../shared/given.ts";
import { groupOf, jidOf } from "../shared/people.ts";
import { send } from "../shared/send.ts";
import { formOf } from "./content.ts";

/** The channel of a path. */
export const channelOf = (call: Call): Promise<ChannelRow> =>
  channelNamed(call, call.params.instance ?? "", "instance");

/** What a body asks to be sent. */
export type Asked = { type: string; content: Json; nth?: number };

/** Sends what a body asks, and answers as Evolution does: the message is accepted, and not sent yet. */
export async function sendAsked(call: Call, asked: Asked, channel?: ChannelRow): Promise<Json> {
  const from = channel ?? (await channelOf(call));
  const { body } = call;
  const mentions = await mentionsOf(call, from);
  const content = mentions === undefined ? asked.content : { ...asked.content, mentions };
  const sent = await send(call, from, {
    to: text(body, "number"),
    type: asked.type,
    content: defined(content),
    quoted: quotedIn(body),
    delayMs: maybeNumber(body, "delay") ?? maybeNumber(part(body, "options"), "delay"),
    nth: asked.nth ?? 0,
  });
  return answered(from, sent, asked);
}

/** The id of the quoted message; forms of files bring it as JSON text. */
function quotedIn(body: Json): string | undefined {
  const { quoted } = typeof body.quoted === "string" ? { quoted: parseObject(body.quoted) } : body;
  return maybeText(part(part({ quoted }, "quoted"), "key"), "id");
}

/** Who is mentioned: those who are named, or everybody in the group. */
async function mentionsOf({ api, body }: Call, { id }: ChannelRow): Promise<string[] | undefined> {
  if (maybeFlag(body, "mentionsEveryOne") !== true) {
    const named = list(body, "mentioned").length === 0 ? [] : texts(body, "mentioned");
    return named.length === 0
      ? undefined
      : named.map((one) => one.trim().replace(/@c\.us$/, "@s.whatsapp.net"));
  }
  const group = encodeURIComponent(groupOf(text(body, "number")));
  const { participants } = await api.get(`/v1/channels/${id}/groups/${group}`);
  return objects(participants).map(({ participant }) => String(participant));
}

/** The answer to a send: our id, by which the message can be quoted, edited and followed. */
export function answered(channel: ChannelRow, sent: ApiRecord, { type, content }: Asked): Json {
  const { id, to, recipient, created_at } = sent;
  return {
    key: { remoteJid: jidOf(String(to ?? recipient), "s.whatsapp.net"), fromMe: true, id },
    pushName: "",
    status: "PENDING",
    ...formOf(type, content),
    contextInfo: null,
    messageTimestamp: Math.floor(Date.parse(String(created_at)) / 1000),
    instanceId: channel.id,
    source: "web",
  };
}
