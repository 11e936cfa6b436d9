import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { ApiRecord } from "../../http/inside/own-api.ts";
import { problem } from "../../http/problem.ts";
import type { Call } from "../shared/call.ts";
import { channelNamed } from "../shared/channels.ts";
import { idOf, paged } from "../shared/find.ts";
import { invalid, maybeText } from "../shared/given.ts";
import { authorOf, chatOf } from "../shared/people.ts";

/** A message as its id names it: who wrote it, in which chat, and in a group which participant. */
export type Named = { fromMe: boolean; chat: string; id: string; participant: string | undefined };

const ID = /^(true|false)_([^_\s]+@[^_\s]+)_([^_\s]+)(?:_([^_\s]+@[^_\s]+))?$/;

/** Reads an id such as `false_11111111111@c.us_AAAA`; an id alone is of the chat that is given beside it. */
export function messageNamed(given: string, chat?: string): Named {
  const [, fromMe, inChat, id, participant] = ID.exec(given) ?? [];
  if (id !== undefined && inChat !== undefined)
    return { fromMe: fromMe === "true", chat: inChat, id, participant };
  if (chat !== undefined) return { fromMe: false, chat, id: given, participant: undefined };
  throw invalid("messageId", "expected an id such as false_11111111111@c.us_AAAAAAAAAAAAAAAAAAAA");
}

/** The id of a message by its record. */
export function messageId(message: ApiRecord): string {
  const fromMe = message.direction === "outbound";
  const author = authorOf(message, "c.us");
  return [fromMe, chatOf(message, "c.us"), idOf(message), ...(author === undefined ? [] : [author])].join(
    "_",
  );
}

/** The channel of a path, a query or a body. `default`, where no channel is called so, is the only one there is. */
export async function channelOf(call: Call): Promise<ChannelRow> {
  const name =
    call.params.session ?? maybeText(call.body, "session") ?? maybeText(call.query, "session") ?? DEFAULT;
  if (name !== DEFAULT) return await channelNamed(call, name, "session");
  return await channelNamed(call, name, "session").catch(async (cause: unknown) => {
    const { records } = await paged(call, "/v1/channels", {}, { skip: 0, take: 2 });
    const [only] = records;
    if (records.length === 1 && only !== undefined)
      return await channelNamed(call, String(only.id), "session");
    if (records.length === 0) throw cause;
    throw problem(422, "session_required", "session: there are several channels; give one's name");
  });
}

const DEFAULT = "default";
