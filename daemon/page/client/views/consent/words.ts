/** What each permission lets an agent do: those that are offered although the program does not ask for them. */
const MAY: Readonly<Record<string, string>> = {
  "messages:read": "Read messages and conversations",
  "messages:send": "Send messages, tag and close conversations",
  "channels:read": "See your numbers",
  "contacts:read": "Read contacts",
  "templates:read": "See templates",
  "crm:read": "Read companies, deals, tasks and lists",
  "broadcasts:read": "See broadcasts",
  "broadcasts:manage": "Draft, pause and cancel broadcasts",
};

export const CONSENT = {
  title: "Let an agent in",
  mayNot: "You may not create keys (keys:manage), so you can't let a program in. Ask somebody who may.",
  question: "Allow this program?",
  warning:
    "It gets a key of its own, to work for you. Allow it only if you started this yourself just now. If somebody sent you this link, refuse.",
  program: "Program",
  from: "From",
  unproven: "Unknown: the program says its name itself, and nothing proves it",
  answerTo: "The answer goes to",
  onThisMachine: (host: string) => `${host} (a program on this machine)`,
  may: MAY,
  mayLabel: "It may",
  writesTo: "It may write to",
  recipients: [
    { value: "answered", label: "People who wrote to the number before" },
    { value: "contacts", label: "Your contacts" },
    { value: "anyone", label: "Anyone" },
  ],
  hourly: "Messages an hour, at most",
  daily: "New people a day, at most",
  hourlyHint: "Leave it empty for no limit",
  dailyHint: "People whom the number never wrote to; leave it empty for no limit",
  channels: "Numbers",
  allChannels: "All numbers",
  end: "You can end this at any time: revoke its key under API keys.",
  allow: "Allow",
  refuse: "Refuse",
  goBack: "Go back to the program. You can close this page.",
  allowed: "Allowed",
  refused: "Refused",
} as const;
