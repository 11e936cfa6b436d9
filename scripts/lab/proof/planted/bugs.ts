/** Bugs that are planted in a copy of the checkout, one at a time, to see whether runs find them. */

/** One place of the code, as it is and as the bug has it. */
type Change = { file: string; is: string; becomes: string };

export type PlantedBug = {
  name: string;
  /** What is wrong then. */
  says: string;
  changes: Change[];
};

const bug = (name: string, says: string, file: string, is: string, becomes: string): PlantedBug => ({
  ...{ name, says, changes: [{ file, is, becomes }] },
});

export const PLANTED_BUGS: readonly PlantedBug[] = [
  bug(
    "lost-commit",
    "a 201 does not wait until its commit is on the disk",
    "db/connection/client.ts",
    `enable_seqscan: "off",`,
    `enable_seqscan: "off", synchronous_commit: "off",`,
  ),
  bug(
    "second-send",
    "a call whose answer was lost is made again as if it had never been made",
    "daemon/providers/cloud-api/provider.ts",
    `return { kind: "unknown", error: lost(response.reason) };`,
    "return unreachable(lost(response.reason).detail ?? response.reason);",
  ),
  bug(
    "second-call",
    "a channel of at most once calls again when the outcome of a call is unknown",
    "daemon/providers/cloud-api/policy.ts",
    `mostDoubts: delivery === "at_most_once" ? 1 : MOST_DOUBTS,`,
    "mostDoubts: MOST_DOUBTS,",
  ),
  bug(
    "overspent",
    "a budget lets messages pass that it has no room for",
    "db/budgets/count.sql",
    "refused := beyond_budgets(charges);",
    "refused := '{}';",
  ),
  bug(
    "answered-again",
    "who writes while nobody is there is answered each time",
    "db/inbound/inbox-rules.sql",
    "current.waiting_since is null or current.away_until >= (away ->> 'until')::timestamptz",
    "current.waiting_since is null",
  ),
  bug(
    "status-back",
    "a late status takes a message back",
    "db/messages/status.sql",
    "status_rank(change.status) > standing.rank as moves",
    "status_rank(change.status) <> standing.rank as moves",
  ),
  {
    name: "no-fence",
    says: "a lane is taken over as if nobody had worked on it, and the one that lost it continues",
    changes: [
      {
        file: "db/lanes/lanes.sql",
        is: "lane_id = lane and owner = daemon\n  for key share",
        becomes: "lane_id = lane\n  for key share",
      },
      {
        file: "db/lanes/lanes.sql",
        is: "state = case lane_kind when 'channel' then 'unknown' else 'queued' end,",
        becomes: "state = 'queued',",
      },
    ],
  },
  bug(
    "missing-event",
    "a message whose statuses come together gets no event as sent",
    "db/messages/status.sql",
    "says_sent(reported.change, greatest(standing.rank, lag(reported.rank) over so_far)) as is_sent",
    "false as is_sent",
  ),
  bug(
    "stale-key",
    "a key is remembered although its revocation was announced",
    "daemon/auth/authenticate.ts",
    "if (keyId === undefined || entry.key.id === keyId) cache.delete(secret);",
    "if (keyId === undefined && entry.key.id === keyId) cache.delete(secret);",
  ),
  bug(
    "redirect-accepted",
    "an endpoint that redirects counts as one that accepts",
    "daemon/webhooks/deliver-once.ts",
    "result.status >= 200 && result.status < 300",
    "result.status >= 200 && result.status < 400",
  ),
  bug(
    "log-too-far",
    "the event log is read beyond what is still being written",
    "db/events/positions.sql",
    "with held as materialized (select open.class, open.place from open_event_positions(newest) as open)",
    "with held as materialized (select 0 as class, 0::bigint as place)",
  ),
  bug(
    "answered-too-soon",
    "Meta's webhooks are answered before they are stored",
    "daemon/inbound/routes.ts",
    "await take(calls);",
    "void take(calls).catch(() => {});",
  ),
  bug(
    "settled-too-soon",
    "a session forgets a message that could not be stored",
    "daemon/providers/whatsapp-web/receive/arrivals.ts",
    "await records.receive(session, facts);",
    "await records.receive(session, facts).catch(() => {});",
  ),
  bug(
    "others-messages",
    "a message is found although another organisation owns it",
    "db/messages/find.sql",
    "where messages.organization_id = organization and messages.id = wanted;",
    "where messages.id = wanted;",
  ),
  bug(
    "cancelled-and-sent",
    "a message whose call is out can still be cancelled",
    "db/messages/cancel/one.sql",
    "item.state = 'queued'",
    "item.state in ('queued', 'sending')",
  ),
  bug(
    "out-of-turn",
    "the next message of a conversation does not wait for the one before",
    "daemon/lanes/keyed-queue.ts",
    "if (head !== undefined && !busy.has(key)) heads.push(head);",
    "if (head !== undefined) heads.push(head);",
  ),
  bug(
    "answers-another",
    "an answer goes out without the message that it answers",
    "daemon/providers/cloud-api/encode/content.ts",
    ": { context: { message_id: content.reply_to.id } };",
    ": {};",
  ),
  bug(
    "orphaned-by-merge",
    "what is accepted during a merge stays with the contact that went",
    "db/messages/accept/recipients.sql",
    "\n      for key share\n    ) as known",
    "\n    ) as known",
  ),
];
