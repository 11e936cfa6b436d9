import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Transaction } from "../../../db/connection/client.ts";
import {
  insertQuickReply,
  type QuickReplyRow,
  type QuickReplyText,
  quickRepliesOf,
  updateQuickReply,
} from "../../../db/quick-replies/quick-replies.ts";
import { refused } from "../../contacts/refused.ts";
import type { Caller } from "../../http/caller.ts";
import { Problem } from "../../http/problem.ts";
import { newId } from "../../lib/ids.ts";
import { isObject } from "../../lib/objects.ts";
import { isPostgresText } from "../../lib/postgres-text.ts";
import type { Static } from "../../lib/typebox.ts";
import { explain } from "../../message-types/explain.ts";
import { QuickReplyBody } from "../quick-reply.ts";
import { holdFile, mustOwn, storedShortcut, taken, textOf } from "../write.ts";

/** What becomes of one quick reply of a file. */
export type Step = {
  shortcut: string;
  action: "create" | "change" | "none" | "refused";
  /** Why it is refused. */
  detail: string | null;
};

type Given = Static<typeof QuickReplyBody>;
type Known = ReadonlyMap<string, QuickReplyRow>;

const check = TypeCompiler.Compile(QuickReplyBody);

/** Creates the quick replies whose shortcuts are new, and changes others; what is refused stays as it is. */
export async function importQuickReplies(
  sql: Transaction,
  caller: Caller,
  rows: readonly unknown[],
  isDry: boolean,
): Promise<Step[]> {
  const shortcuts = rows.map((row, at) => shortcutOf(row) ?? `number ${at + 1}`);
  const stored = shortcuts.map(storedShortcut);
  const sought = stored.filter(isPostgresText);
  const found = await quickRepliesOf(sql, caller.organizationId, sought);
  const known = new Map(found.map((row) => [row.shortcut, row]));
  const steps: Step[] = [];
  for (const [at, row] of rows.entries()) {
    const shortcut = shortcuts[at] ?? "";
    const isTwice = stored.indexOf(stored[at] ?? "") < at;
    steps.push({ shortcut, ...(await take(sql, caller, known, { row, isTwice, isDry })) });
  }
  return steps;
}

type Taking = { row: unknown; isTwice: boolean; isDry: boolean };

async function take(
  sql: Transaction,
  caller: Caller,
  known: Known,
  { row, isTwice, isDry }: Taking,
): Promise<Omit<Step, "shortcut">> {
  try {
    if (isTwice) throw refused("/shortcut", "the file has it twice");
    const given = checked(row);
    const before = known.get(storedShortcut(given.shortcut));
    const action =
      before === undefined
        ? await create(sql, caller, given, isDry)
        : await change(sql, caller, before, given, isDry);
    return { action, detail: null };
  } catch (cause) {
    // it is thrown before anything is written
    if (cause instanceof Problem) return { action: "refused", detail: cause.detail };
    throw cause;
  }
}

async function create(sql: Transaction, caller: Caller, given: Given, isDry: boolean): Promise<"create"> {
  const { title = given.shortcut, channel_ids = null, media_id = null } = given;
  const made = await textOf(sql, caller, { ...given, title, channel_ids, media_id });
  await holdFile(sql, caller, made);
  if (isDry) return "create";
  const row = await insertQuickReply(sql, caller.organizationId, { ...made, id: newId("qr") });
  if (row === null) throw taken(made.shortcut);
  return "create";
}

async function change(
  sql: Transaction,
  caller: Caller,
  before: QuickReplyRow,
  given: Given,
  isDry: boolean,
): Promise<"change" | "none"> {
  const changes: Partial<QuickReplyText> = await textOf(sql, caller, given);
  const names = Object.keys(changes) as (keyof QuickReplyText)[];
  if (names.every((name) => JSON.stringify(before[name]) === JSON.stringify(changes[name]))) return "none";
  mustOwn(caller, before);
  await holdFile(sql, caller, changes);
  if (!isDry) await updateQuickReply(sql, caller.organizationId, before.id, changes);
  return "change";
}

/** Its known members, checked as those of one that is created by itself. Throws 422. */
function checked(row: unknown): Given {
  if (!check.Check(row)) {
    const errors = explain(check, row);
    throw refused(errors[0]?.path ?? "", errors[0]?.message ?? "not valid");
  }
  const { shortcut, title, body, channel_ids, media_id } = row;
  return {
    ...{ shortcut, body },
    ...(title === undefined ? {} : { title }),
    ...(channel_ids === undefined ? {} : { channel_ids }),
    ...(media_id === undefined ? {} : { media_id }),
  };
}

function shortcutOf(row: unknown): string | null {
  return isObject(row) && typeof row.shortcut === "string" ? row.shortcut : null;
}
