/** What a person reads of colleagues who work in the same conversation. */
export const TOGETHER = {
  typing: (names: string, count: number) => `${names} ${count === 1 ? "is" : "are"} typing`,
  viewing: (names: string, count: number) => `${names} ${count === 1 ? "has" : "have"} this open`,
  colleagues: "Colleagues",
  mentionsYou: "This note is for you",
} as const;
