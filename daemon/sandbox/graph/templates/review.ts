import type { Outbox } from "../webhooks/outbox.ts";
import type { Template } from "./store.ts";

export type Reviewer = ReturnType<typeof createReviewer>;

/** A report on a template beside its event: `message_template_status_update` in Meta's webhooks reference. */
export type Decision = { event: string; reason?: string; otherInfo?: object };

const REJECTION = {
  reason: "INVALID_FORMAT",
  recommendation: "Templates of the sandbox with `reject` in their name are rejected; give it another name.",
};

/**
 * Decides about submitted templates after `reviewMs`: one whose name contains
 * `reject` is rejected, one with `hold` stays in review, every other is
 * approved. Every decision is sent as a webhook, and followed by `decided`.
 */
export function createReviewer(reviewMs: number, outbox: Outbox, decided: () => void) {
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function announce(
    template: Template,
    wabaId: string,
    { event, reason = "NONE", otherInfo }: Decision,
  ): void {
    outbox.push({
      kind: "change",
      wabaId,
      field: "message_template_status_update",
      value: {
        event,
        ...named(template),
        reason,
        message_template_category: template.category,
        ...(event === "REJECTED" ? { rejection_info: REJECTION } : {}),
        ...(otherInfo === undefined ? {} : { other_info: otherInfo }),
      },
    });
  }

  function decide(template: Template, wabaId: string): void {
    if (template.status !== "PENDING") return;
    template.inReview = false;
    const rejected = template.name.includes("reject");
    template.status = rejected ? "REJECTED" : "APPROVED";
    template.rejectedReason = rejected ? REJECTION.reason : "NONE";
    announce(template, wabaId, { event: template.status, reason: template.rejectedReason });
    decided();
  }

  return {
    announce,
    /** The template is in review until it is decided about. */
    submit(template: Template, wabaId: string): void {
      template.status = "PENDING";
      template.inReview = !template.name.includes("hold");
      if (!template.inReview) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        decide(template, wabaId);
      }, reviewMs);
      timers.add(timer);
    },
    clear(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** How webhooks name a template: its id as a number, its language with a hyphen. */
export function named({ id, name, language }: Template): object {
  return {
    message_template_id: Number(id),
    message_template_name: name,
    message_template_language: language.replace("_", "-"),
  };
}
