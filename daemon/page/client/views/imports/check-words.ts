export const CHECK = {
  title: "Who is on WhatsApp",
  text: "A paired number asks WhatsApp, slowly and within its budget of a day, since WhatsApp bans numbers that ask about many. Nobody is written to.",
  channel: "Asked by",
  ask: "Check numbers",
  askAgain: "Check again",
  people: "People with a number",
  there: "On WhatsApp",
  absent: "Not on WhatsApp",
  unchecked: "Not asked about yet",
  later: (count: number) => `${count.toLocaleString()}: check again later`,
  notThere: (shown: number, all: number) =>
    shown < all ? `The first ${shown} who are not there` : "Those who are not there",
} as const;
