/** A namespace of our own (RFC 9562, "UUID Version 5"). */
const REPORTS = "0a6f3c5e-52d1-4b0e-9c1d-7f6f2f0f9a27";

/** The id under which a platform's report on a request is kept, by the platform's own id of the request. */
export function reportName(channelId: string, requestId: string): string {
  return Bun.randomUUIDv5(`${channelId} ${requestId}`, REPORTS).toString();
}
