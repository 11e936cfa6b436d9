const share = (value: number) => `${Math.round(value * 100)} %`;
const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

export const HEALTH = {
  title: "Health of the number",
  levels: {
    good: "good",
    fair: "fair: watch it",
    poor: "poor: WhatsApp may restrict it",
    critical: "critical: WhatsApp may ban it",
  } as Record<string, string>,
  trends: { falling: "falling", steady: "steady", rising: "rising" } as Record<string, string>,
  nothing: "Nothing speaks against this number.",
  lowers: "What takes points, and what to do",
  takes: (lost: number, most: number) =>
    `takes ${Math.max(1, Math.round(lost)).toLocaleString()} of at most ${counted(most, "point", "points")}`,
  parts: {
    cold_messages: (value) => `${share(value)} of messages go first to people who never wrote`,
    unanswered: (value) => `${share(value)} of people who were written to first did not answer`,
    undelivered: (value) => `For ${share(value)} of people it may have been blocked, or their number is old`,
    new_chats: (value) => `It began ${counted(value, "chat", "chats")} within a day`,
    refused: (value) => `WhatsApp refused ${counted(value, "message", "messages")} to new people`,
    pace: (value) => `It begins ${value.toLocaleString()} times the chats that it may begin in a day`,
    age: (value) => `It has been here for ${counted(Math.floor(value), "day", "days")}, and begins chats`,
    quality: () => "Meta rates its quality lower",
    access: () => "Its access token has expired, or is not taken",
    restrictions: () => "WhatsApp restricts it",
    disconnects: (value) => `Its login was ended from outside ${counted(value, "time", "times")} in 30 days`,
  } as Record<string, (value: number) => string>,
  alerts: "Alerts of Meta",
  seeAlert: "See it in WhatsApp Manager.",
  slowDown: "Slow down by itself",
  slowDownText: (below: number, factor: number) =>
    `While the score is below ${below}, messages go out ${factor.toLocaleString()} times slower, and a paired number begins as many times fewer chats a day. Other figures can be set under Settings.`,
  slowsDown: "It slows down by itself",
  keepsPace: "It keeps its pace",
} as const;
