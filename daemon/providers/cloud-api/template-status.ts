/**
 * Meta's template statuses and events in our words; null says the template is
 * gone, undefined that its status stays as it is.
 * Source: Meta, webhooks reference, `message_template_status_update`.
 */
export function templateStatus(given: string): string | null | undefined {
  return Object.hasOwn(STATUSES, given) ? STATUSES[given] : undefined;
}

const STATUSES: Record<string, string | null> = {
  PENDING: "pending",
  IN_REVIEW: "pending",
  APPROVED: "approved",
  REINSTATED: "approved",
  UNARCHIVED: "approved",
  REJECTED: "rejected",
  PAUSED: "paused",
  DISABLED: "disabled",
  IN_APPEAL: "in_appeal",
  APPEAL_REQUESTED: "in_appeal",
  ARCHIVED: "archived",
  LIMIT_EXCEEDED: "limit_exceeded",
  PENDING_DELETION: null,
  DELETED: null,
};

/** Events about a template that do not change its status. */
export const TEMPLATE_FLAGS: Record<string, string> = { FLAGGED: "flagged", LOCKED: "locked" };

/** Every event about a template's status that is read. */
export const TEMPLATE_EVENTS: readonly string[] = [...Object.keys(STATUSES), ...Object.keys(TEMPLATE_FLAGS)];

/** Meta says NONE where there is no reason. */
export function templateReason(given: string | null): string | null {
  return given === null || given === "" || given === "NONE" ? null : given;
}
