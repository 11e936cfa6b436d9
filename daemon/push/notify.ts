import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { findConversation } from "../../db/conversations/conversations.ts";
import {
  type DuePush,
  deletePush,
  endPushLook,
  type PushEvent,
  postponePush,
  readPushEvents,
  takeDuePushes,
} from "../../db/push/subscriptions.ts";
import { permissionsOf } from "../auth/roles.ts";
import { type ShowDependencies, showConversation } from "../conversations/record.ts";
import { grants } from "../http/permissions.ts";
import { oneLine } from "../lib/harmless.ts";
import { createShares } from "../lib/turns/shares.ts";
import { speak } from "../page/languages/forms.ts";
import {
  conversationNotices,
  type Notice,
  type Reader,
  type SeenConversation,
  TYPES,
  wantedOf,
} from "./notices.ts";
import type { PushResult, PushSender } from "./send.ts";
import { isQuiet, type Wants } from "./wants.ts";
import { languageOf, wordsFor } from "./words.ts";

export type NotifyDependencies = ShowDependencies & { sql: Sql; sender: PushSender; log: Logger };

/** Of all organisations at a time: looks at conversations, and posts to push services. */
const READS = createShares({ atOnce: 4 });
const POSTS = createShares({ atOnce: 50 });
/** So many conversations are looked at for one browser; who has more to read opens the inbox. */
const MOST_CONVERSATIONS = 50;
const FIRST_RETRY_SECONDS = 30;
const LONGEST_RETRY_SECONDS = 3600;
/** A browser that could not be reached for so long is forgotten. */
const GIVEN_UP_MS = 7 * 24 * 3_600_000;

/**
 * Notifies the browsers after whose last look something happened. One look of an organisation's log is for all of its
 * browsers; what was read in the meantime is not said. Where a push service refuses, the same events are looked at again
 * later: a notice that it had taken is then replaced by itself.
 */
export async function notifyBrowsers(dependencies: NotifyDependencies): Promise<void> {
  const due = await takeDuePushes<Wants>(dependencies.sql);
  const groups = Map.groupBy(due, ({ organization_id }) => organization_id);
  await Promise.all([...groups].map(([id, group]) => notifyOrganization(dependencies, id, group)));
}

async function notifyOrganization(
  dependencies: NotifyDependencies,
  organizationId: string,
  group: readonly DuePush<Wants>[],
): Promise<void> {
  const after = Math.min(...group.map(({ position }) => position));
  const { events, end } = await readPushEvents(dependencies.sql, organizationId, after, TYPES);
  await Promise.all(
    group.map((push) => {
      const own = events.filter(({ position }) => position > push.position);
      return notifyOne(dependencies, push, own, end);
    }),
  );
}

async function notifyOne(
  dependencies: NotifyDependencies,
  push: DuePush<Wants>,
  events: readonly PushEvent[],
  end: number,
): Promise<void> {
  const { sql, log } = dependencies;
  const notices = isQuiet(push.wants, push.taken_at) ? [] : await noticesFor(dependencies, push, events);
  const result = await sendAll(dependencies, push, notices);
  if (result.kind === "taken") return await endPushLook(sql, push, end);
  const failingMs = push.taken_at.getTime() - (push.failing_since ?? push.taken_at).getTime();
  if (result.kind === "gone" || failingMs > GIVEN_UP_MS) return await deletePush(sql, push);
  log.info({ user: push.user_id, reason: result.reason }, "a browser was not notified; tried again");
  const seconds = result.retrySeconds || Math.max(FIRST_RETRY_SECONDS, failingMs / 1000);
  await postponePush(sql, push, Math.min(seconds, LONGEST_RETRY_SECONDS));
}

async function sendAll(
  { sender }: NotifyDependencies,
  push: DuePush<Wants>,
  notices: readonly Notice[],
): Promise<PushResult> {
  for (const notice of notices) {
    const result = await POSTS.inTurn([push.organization_id], () => sender.send(push, notice));
    if (result.kind !== "taken") return result;
  }
  return { kind: "taken" };
}

async function noticesFor(
  dependencies: NotifyDependencies,
  { organization_id: organizationId, user_id: userId, wants, role }: DuePush<Wants>,
  events: readonly PushEvent[],
): Promise<Notice[]> {
  const permissions = permissionsOf(role);
  const words = await wordsFor(wants);
  const reader: Reader = { userId, wants, words, mayRead: (permission) => grants(permissions, permission) };
  const wanted = wantedOf(events, reader);
  if (!reader.mayRead("messages:read")) return [...wanted.notices];
  const ids = [...new Set([...wanted.written, ...wanted.mentions])].slice(-MOST_CONVERSATIONS);
  const seen = await Promise.all(ids.map((id) => seenBy(dependencies, organizationId, userId, id)));
  const there = seen.filter((one) => one !== null);
  // counts have the forms of that language; nothing waits before they are written
  speak(languageOf(wants));
  return [...conversationNotices(there, wanted, reader), ...wanted.notices];
}

async function seenBy(
  dependencies: NotifyDependencies,
  organizationId: string,
  reader: string,
  id: string,
): Promise<SeenConversation | null> {
  const find = () => findConversation(dependencies.sql, { organizationId, reader }, id);
  const row = await READS.inTurn([organizationId, reader], find);
  if (row === null) return null;
  const { contact, last_message, assignee_id, unread_count } = await showConversation(dependencies, row);
  const isSeen = oneLine(contact?.name ?? "", 1, "") !== "";
  const name = (isSeen ? contact?.name : contact?.phone_number) || "Somebody";
  const text = last_message?.preview ?? last_message?.type ?? "";
  return { id, assignee_id, unread_count, name, text };
}
