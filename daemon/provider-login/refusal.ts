/** Why somebody is not logged in by a provider: each has a sentence in every language (`PROVIDER.refused`). */
export type Reason =
  | "absent"
  | "begun_elsewhere"
  | "denied"
  | "unreachable"
  | "untrusted"
  | "unverified"
  | "other_domain"
  | "no_role"
  | "disabled"
  | "taken"
  | "full";

/** A refused login; `detail` is for whoever set the provider up, and holds no secret. */
export class Refusal extends Error {
  constructor(
    readonly reason: Reason,
    readonly detail: string | null = null,
    options: ErrorOptions = {},
  ) {
    super(`login refused: ${reason}${detail === null ? "" : `, ${detail}`}`, options);
  }
}
