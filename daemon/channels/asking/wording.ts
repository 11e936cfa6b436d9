/** What the API says of every request that has a paired number's session do something. */

const TIMED_OUT = {
  code: "whatsapp_timed_out",
  detail: "the number's session did not take it up in time; nothing was done",
};

/** 503: the session did not do it in time, or as the description says. */
export function timedOut(
  description = "The database is unavailable, or WhatsApp did not respond (`whatsapp_timed_out`); see Retry-After",
) {
  return { description, ...TIMED_OUT };
}

/** 409: the session is not connected, or as the description says. */
export function notConnected(description = "The number is not connected") {
  return {
    description,
    code: "channel_not_connected",
    detail: "the channel is logged_out; connect it first",
  };
}
