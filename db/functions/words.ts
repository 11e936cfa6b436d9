/**
 * Texts about work that the database ends by itself, in the transaction that ends it. SQL names a text, as in
 * `words_of('expired')`, and fills in each `%s` with `format`, in this order.
 */
export const WORDS = {
  expired_title: "Expired",
  expired:
    "not sent before its end at %s: %s. If it is still of use, send it again, and give it a later expires_at or a longer ttl_seconds if it may wait longer",
  held_by_messaging_limit: "its channel may not write to more new people in 24 hours",
  held_by_marketing_limit: "WhatsApp delivers no more marketing to this person for now",
  channel_gone: "its channel is gone",
  channel_deleted: "its channel was deleted",
  channel_paused: "its channel is paused; resume it",
  channel_status: "its channel is %s; mend that",
  channel_status_reason: "its channel is %s (%s); mend that",
  not_in_time: "its channel did not get to it in time",

  outcome_unknown_title: "Outcome unknown",
  unknown_at_its_end:
    "the message ended before WhatsApp said whether it took it; sending it again could make one more copy",
  unknown_when_given_up:
    "WhatsApp did not say whether it took this message; sending it again could make one more copy",
  unknown_when_restored:
    "the database was restored from a backup, and WhatsApp may have got this message after the backup was made; sending it again could make one more copy",
  approval_when_restored:
    "the database was restored from a backup, and this may have been approved and sent after the backup was made; ask for it again",
  unknown_when_deleted: "the channel was deleted before WhatsApp said whether it took this message",
  unknown_when_replaced:
    "another number took the place of the channel's before WhatsApp said whether it took this message",

  budget_exhausted:
    "the budget %s has no room for it: %s of %s %s are spent. It begins again at %s; raise it (waypost budgets set %s --amount …) to send more before",

  import_given_up: "given up: it was begun %s times and came no further, since the daemon stopped each time",
  endpoint_deleted: "the endpoint was deleted",
  endpoint_gone: "the endpoint responded with 410 Gone",
  endpoint_failing: "nothing but failures for five days",
  event_past_retention: "its event is past the retention",
  waiting_for_gateway: "waiting for a gateway",
} as const;
