/** A URL or the address behind it may not be reached; the message says why and is fit for the customer. */
export class EgressRefused extends Error {
  readonly code = "EGRESS_REFUSED";
}
