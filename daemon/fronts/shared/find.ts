import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { ApiRecord } from "../../http/inside/own-api.ts";
import { problem } from "../../http/problem.ts";
import { isObject, objects } from "../../lib/objects.ts";
import type { MessageRecord } from "../../messages/record.ts";
import type { EventRecords } from "../../webhooks/forms/form.ts";
import type { Call } from "./call.ts";
import { recipientOf } from "./people.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A message of a channel, by our id or WhatsApp's. Throws 404. */
export async function messageOf({ api }: Call, channel: ChannelRow, id: string): Promise<ApiRecord> {
  const own = UUID.test(id)
    ? id
    : (await api.get(`/v1/messages/${encodeURIComponent(id)}/status`, { channel_id: channel.id })).message_id;
  const message = await api.get(`/v1/messages/${String(own)}`);
  if (message.channel_id === channel.id) return message;
  throw problem(404, "not_found", "message not found");
}

/** The id by which clients know a message: ours of what was sent here, WhatsApp's of what came in. */
export function idOf({ id, direction, provider_message_id }: ApiRecord): string {
  return String(direction === "inbound" ? (provider_message_id ?? id) : id);
}

/** The message of an event, which names the one that it answers by the id that clients know. */
export function knownMessage({ message, answered }: EventRecords): MessageRecord | null {
  if (message === null || !answered || !isObject(message.content)) return message;
  const { content } = message;
  const from_me = answered.direction === "outbound";
  const { reply_to } = content;
  const named = (given: unknown) => (from_me ? answered.id : given);
  const changed = isObject(reply_to)
    ? { reply_to: { ...reply_to, id: named(reply_to.id) } }
    : { message_id: named(content.message_id), from_me };
  return { ...message, content: { ...content, ...changed } };
}

/** Which messages are with a person or group. */
export function withPerson(named: string): Record<string, string> {
  return recipientOf(named);
}

/** The id of a channel's conversation with a person or group. Throws 404. */
export async function conversationOf({ api }: Call, channel: ChannelRow, named: string): Promise<string> {
  const query = { channel_id: channel.id, limit: 1, ...withPerson(named) };
  const [message] = objects((await api.get("/v1/messages", query)).data);
  if (message !== undefined) return String(message.conversation_id);
  throw problem(404, "not_found", `there are no messages with ${named} on this channel`);
}

/** Records of a list, from one on: as clients page that count, not by cursor. */
export async function paged(
  { api }: Call,
  path: string,
  query: Record<string, unknown>,
  { skip, take }: { skip: number; take: number },
): Promise<{ records: ApiRecord[]; more: boolean }> {
  if (skip + take > MOST)
    throw problem(422, "too_far", `only the first ${MOST} can be read here; GET ${path} goes on by cursor`);
  const found: ApiRecord[] = [];
  let cursor: unknown;
  do {
    const answer = await api.get(path, { ...query, limit: PAGE, cursor });
    found.push(...objects(answer.data));
    cursor = (answer.meta as { next_cursor?: string | null } | undefined)?.next_cursor ?? undefined;
  } while (cursor !== undefined && found.length < skip + take);
  return {
    records: found.slice(skip, skip + take),
    more: cursor !== undefined || found.length > skip + take,
  };
}

const PAGE = 100;
const MOST = 1000;
