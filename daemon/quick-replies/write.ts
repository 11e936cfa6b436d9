import { findChannel } from "../../db/channels/channels.ts";
import type { Queryable, Transaction } from "../../db/connection/client.ts";
import { holdUpload } from "../../db/media/forms.ts";
import type { QuickReplyText } from "../../db/quick-replies/quick-replies.ts";
import { clean } from "../contacts/fields.ts";
import { refused } from "../contacts/refused.ts";
import { type Caller, mayUseChannel, mayUseUpload } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { isField, placeholdersOf } from "./placeholders.ts";

export const TAKEN = {
  description: "Another quick reply has the shortcut",
  code: "shortcut_taken",
  detail: "there is a quick reply hours already; change that one, or choose another shortcut",
};

export function taken(shortcut: string) {
  return problem(409, TAKEN.code, TAKEN.detail.replace("hours", shortcut), {
    errors: [{ path: "/shortcut", message: "taken" }],
  });
}

/** Throws 403 when one that is for other channels, too, would be changed by a key that is for some. */
export function mustOwn(caller: Caller, { channel_ids }: Pick<QuickReplyText, "channel_ids">): void {
  if (caller.channelIds === null || channel_ids?.every((id) => mayUseChannel(caller, id)) === true) return;
  throw problem(
    403,
    "missing_permission",
    "this key is for some channels, and the quick reply for others, too",
  );
}

/** What is given of a quick reply, as it is stored. Throws 422. */
export async function textOf<Given extends Partial<QuickReplyText>>(
  sql: Queryable,
  caller: Caller,
  { shortcut, title, body, channel_ids, media_id }: Given,
): Promise<Pick<QuickReplyText, keyof Given & keyof QuickReplyText>> {
  const unknown = placeholdersOf(body ?? "").find((name) => !isField(name));
  if (unknown !== undefined)
    throw refused(
      "/body",
      `there is no field {{${unknown}}}; use name, first_name, email, phone_number, external_id or custom.<key>`,
    );
  if (channel_ids !== undefined) await requireChannels(sql, caller, channel_ids);
  const text = {
    ...(shortcut === undefined ? {} : { shortcut: storedShortcut(clean("/shortcut", shortcut)) }),
    ...(title === undefined ? {} : { title: clean("/title", title) }),
    ...(body === undefined ? {} : { body: clean("/body", body) }),
    ...(channel_ids === undefined ? {} : { channel_ids }),
    ...(media_id === undefined ? {} : { media_id }),
  };
  return text as Pick<QuickReplyText, keyof Given & keyof QuickReplyText>;
}

/** A shortcut as it is stored: the same however it is written. */
export function storedShortcut(given: string): string {
  return given.normalize("NFC").toLowerCase();
}

/** Has the file of a quick reply stay until the transaction ends, from where the reply keeps it. Throws 422. */
export async function holdFile(
  sql: Transaction,
  caller: Caller,
  { media_id }: Partial<QuickReplyText>,
): Promise<void> {
  if (media_id === undefined || media_id === null) return;
  const file = await holdUpload(sql, caller.organizationId, media_id);
  if (file === null || !mayUseUpload(caller, file))
    throw refused("/media_id", "no such file; upload it with POST /v1/media, and give its id");
}

async function requireChannels(sql: Queryable, caller: Caller, ids: readonly string[] | null): Promise<void> {
  if (ids === null) {
    if (caller.channelIds === null) return;
    throw refused("/channel_ids", "this key is for some channels: name those that the quick reply is for");
  }
  for (const [at, id] of ids.entries())
    if (!mayUseChannel(caller, id) || (await findChannel(sql, caller.organizationId, id)) === null)
      throw refused(`/channel_ids/${at}`, "no such channel");
}
