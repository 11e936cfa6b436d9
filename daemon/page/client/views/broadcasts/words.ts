import { money } from "../../parts/money.ts";

const number = new Intl.NumberFormat("en");

type Cost = { amount: number; expected: number | null; currency: string; unpriced: number };

function people(count: number): string {
  return count === 1 ? "1 person" : `${number.format(count)} people`;
}

export const BROADCASTS = {
  title: "Broadcasts",
  name: "Name",
  status: "Status",
  people: "People",
  delivered: "Delivered",
  failed: "Failed",
  changed: "Changed",
  none: "No broadcast yet",
  noneText:
    "A broadcast sends one approved template to many people: at a pace, within hours, and never twice to the same person.",
  noMatch: "No broadcast matches",
  noMatchText: "No broadcast has this status. Take the filter out.",
  create: "Create broadcast",
  edit: "Edit draft",
  save: "Save changes",
  saved: "Changes saved",
  created: "Draft created: nothing is sent before you start it",
  more: "More for this broadcast",
  remove: "Delete draft",
  removeText: "The draft is deleted for good. Nothing of it was sent.",
  removed: "Draft deleted",
  pause: "Pause",
  paused: "Broadcast paused",
  resume: "Resume",
  resumed: "Broadcast resumed",
  stop: "Stop broadcast",
  stopText:
    "Everybody who has not got it gets nothing, and it can't continue. To go on later, pause it instead.",
  stopped: "Broadcast stopped for good",
  stoppedBy: "A rule stopped it",
  rules: {
    failed_percent: "Too many messages failed.",
    marketing_refused_percent: "WhatsApp refused too many as too much marketing.",
    quality: "The quality of the number fell.",
    template: "The template can't be sent any more, or a channel is gone.",
    budget: "A budget is spent.",
    audience: "Its audience is empty, or its file could not be read.",
  } as Readonly<Record<string, string>>,
  statuses: {
    draft: "draft",
    scheduled: "scheduled",
    running: "running",
    paused: "paused",
    stopped: "stopped",
    completed: "completed",
    cancelled: "cancelled",
  },
  steps: {
    read: "Read",
    delivered: "Delivered",
    sent: "Sent",
    accepted: "Being sent",
    failed: "Failed",
    skipped: "Skipped",
    cancelled: "Cancelled",
    waiting: "Waiting",
  },
  progress: "Progress",
  done: (done: number, all: number) => `${number.format(done)} of ${people(all)} done`,
  noPeopleYet: "Its people are found when it begins.",
  nobody: "It has no people.",
  replied: (count: number) => `${people(count)} replied`,
  optedOut: (count: number) => `${people(count)} opted out`,
  count: number.format,
  peopleCount: people,

  report: "Report",
  reasons: "Why people got nothing",
  reason: "Reason",
  noReasons: "Nobody was skipped, and no message failed.",
  changedSince: "What changed since it was counted",
  figure: (figure: string, before: number, now: number) =>
    `${figure.replaceAll("_", " ")}: ${number.format(before)} before, ${number.format(now)} now`,
  export: "Export people as CSV",
  messages: "List its messages",
  person: "Person",
  message: "Message",
  open: "Open",
  noPeople: "Nobody here",
  noPeopleText: "No person of this broadcast is in this state.",
  anyStatus: "State",

  plan: "What is sent",
  template: "Template",
  audience: "Audience",
  channels: "From",
  starts: "Begins",
  whenStarted: "When it is started",
  window: "Hours",
  rate: "Pace",
  perSecond: (rate: number) => `${rate} messages a second`,
  ownPace: "As fast as the channel may",
  priority: "Priority",
  priorities: { high: "High", normal: "Normal", low: "Low: after all other messages" },
  consent: "Consent",
  consentOnly: "Only people who granted it",
  limit: "At most",
  stopRules: "Stops when",
  begun: "Begun",
  ended: "Ended",

  preview: "Count people",
  previewTitle: "Who gets it",
  counting: (count: number) => `Counting: ${number.format(count)} so far`,
  sendable: (sendable: number, all: number) => `${number.format(sendable)} of ${people(all)} get it`,
  skipped: "Skipped",
  unchecked: (count: number) =>
    `${count.toLocaleString("en")} ${count === 1 ? "number" : "numbers"} of these not asked about yet: the channel asks WhatsApp slowly who is there.`,
  refused: (count: number) =>
    count === 1
      ? "1 row of the file identifies nobody"
      : `${number.format(count)} rows of the file identify nobody`,
  takes: (seconds: number) =>
    seconds < 90
      ? `It takes about ${seconds === 1 ? "a second" : `${seconds} seconds`}.`
      : seconds < 5400
        ? `It takes about ${Math.round(seconds / 60)} minutes.`
        : `It takes about ${Math.round(seconds / 3600)} hours.`,
  cost: (amount: number, currency: string) => `It costs about ${money(amount, currency)}.`,
  costSoFar: ({ amount, expected, currency, unpriced }: Cost) =>
    [
      `Cost so far: ${money(amount, currency)}`,
      expected === null ? "" : ` of ${money(expected, currency)} expected`,
      unpriced === 0 ? "" : `, and ${number.format(unpriced)} without a price`,
    ].join(""),
  samples: "The first messages",
  skipReasons: {
    suppressed: "opted out, or suppressed",
    no_consent: "said no",
    consent_unknown: "never said yes",
    no_address: "no number that the channel can write to",
    not_on_whatsapp: "not on WhatsApp",
    missing_parameter: "lack a field of the template",
    invalid_parameter: "a field that WhatsApp does not take",
    duplicate: "merged with somebody else",
    over_limit: "over the limit",
  } as Readonly<Record<string, string>>,
  start: "Start broadcast",
  startFor: (count: number) => `Send to ${people(count)}`,
  startLater: "Schedule broadcast",
  started: "Broadcast started",
  test: "Send a test",
  testTo: "Numbers of your own",
  testHint: "Up to five, one a line, such as +14155550123",
  tested: (count: number) => (count === 1 ? "1 test is on its way" : `${count} tests are on their way`),
} as const;
