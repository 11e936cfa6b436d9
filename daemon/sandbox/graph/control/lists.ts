import type { Accepted } from "../messages/message-log.ts";
import { RECIPIENT_PREFIX, RECIPIENTS } from "../messages/recipients.ts";
import { type ControlRequest, controlRefusal, controlResponse } from "./responses.ts";

const MOST_LISTED = 10_000;

/** `GET /sandbox/messages?to=&callback=&limit=`: the accepted calls, oldest first, the last `limit` of them. */
export function getMessages({ world, url }: ControlRequest): Response {
  const to = url.searchParams.get("to");
  const callback = url.searchParams.get("callback");
  const limit = Number(url.searchParams.get("limit") ?? MOST_LISTED);
  if (!Number.isInteger(limit) || limit < 1) return controlRefusal(400, "limit must be a positive integer");
  const found = world.messageLog
    .all()
    .filter((call) => (to === null || call.to === to) && (callback === null || call.callback === callback));
  return controlResponse({
    total: world.messageLog.total(),
    matched: found.length,
    data: found.slice(-limit).map(shown),
  });
}

function shown(call: Accepted): object {
  return {
    wamid: call.wamid,
    phone_number_id: call.phone.id,
    to: call.to,
    type: call.type,
    edge: call.edge,
    messaging_account_id: call.messagingAccountId,
    biz_opaque_callback_data: call.callback,
    files: call.files,
    ...(call.buttons.length === 0 ? {} : { buttons: call.buttons }),
    quotes: call.quotes,
    ...(call.dropped ? { dropped: true } : {}),
    at: new Date(call.at).toISOString(),
  };
}

/**
 * `GET /sandbox/counts`: calls accepted since the start or the last reset, how many different
 * `biz_opaque_callback_data` they carried, the values seen more than once, refusals by code, and how many nobody gets.
 */
export function getCounts({ world }: ControlRequest): Response {
  const calls = world.messageLog.calls();
  const repeated = [...calls].filter(([, count]) => count > 1);
  return controlResponse({
    total: world.messageLog.total(),
    distinct: calls.size,
    repeated: repeated.map(([callback, count]) => ({ biz_opaque_callback_data: callback, count })),
    refused: world.messageLog.refused(),
    dropped: world.messageLog.dropped(),
  });
}

/** `GET /sandbox/webhooks`: the last hundred webhooks with their tries, and what still waits. */
export function getWebhooks({ world }: ControlRequest): Response {
  const { waiting, dropped, underway } = world.outbox.state();
  return controlResponse({
    callback_url: world.outbox.webhookUrl() ?? null,
    scheduled: world.reporter.pending(),
    waiting,
    underway,
    dropped,
    data: world.outbox.recent(),
  });
}

/** `GET /sandbox/recipients`: the test numbers. */
export function getRecipients(): Response {
  const data = RECIPIENTS.map(({ digits, name, promise }) => ({
    numbers: `${RECIPIENT_PREFIX}${digits}00 to ${RECIPIENT_PREFIX}${digits}99`,
    name,
    promise,
  }));
  return controlResponse({ data });
}
