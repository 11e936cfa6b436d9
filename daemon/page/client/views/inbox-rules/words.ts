export const RULES = {
  title: "Inbox rules",
  text: "What happens in the inbox by itself, for the whole organisation.",
  assign: "Assign conversations",
  assigns: [
    { value: "none", label: "By hand" },
    {
      value: "round_robin",
      label: "To the agents in turn",
      hint: "When somebody writes and the conversation is nobody's; without agents, to admins and owners",
    },
  ],
  reopen: "Open closed and snoozed conversations when the person writes",
  closeAfter: "Close after quiet days",
  closeHint: "From 1 to 365; empty: never. While somebody waits for an answer, it stays open",
  hasHours: "The inbox has opening hours",
  away: "Answer outside of these hours, once to each person until they begin",
  awayText: "Away answer",
  awayTemplate: "Away template",
  awayTemplateHint: "By its name, without variables: sent if there is no text",
  language: "Its language",
  save: "Save rules",
  saved: "Rules saved",
} as const;
