export const conversationStatuses = ["open", "closed", "snoozed"] as const;
