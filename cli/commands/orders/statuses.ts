export const orderStatuses = [
  "created",
  "confirmed",
  "processing",
  "shipped",
  "completed",
  "cancelled",
] as const;
export const paymentStatuses = ["pending", "paid", "failed", "refunded"] as const;
