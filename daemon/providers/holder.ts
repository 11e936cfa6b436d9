/** Who answers in a conversation: we, or Meta's agent (or another app) on the same number. */
export type Holder = "business" | "agent";
