import type { MessagePrice } from "../../../db/costs/message-price.ts";
import { newMessageId } from "../../lib/ids.ts";
import { DAYS } from "../../lib/time/local-time.ts";
import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import { opensAt } from "./hours.ts";

const Clock = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", examples: ["09:00"] });

const HoursSchema = Type.Object(
  {
    zone: Type.String({ maxLength: 64, description: "The time zone, such as `Europe/Berlin`" }),
    days: Type.Array(
      Type.Object({
        day: Type.Union(DAYS.map((day) => Type.Literal(day))),
        from: Clock,
        to: Type.String({ ...Clock, description: "Before `from`: of the next day" }),
      }),
      { minItems: 1, maxItems: 50, description: "Several of one day are open one after another" },
    ),
  },
  { title: "OpeningHours" },
);

const AwaySchema = Type.Object(
  {
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 4096, pattern: "\\S" })),
    template: Type.Optional(
      Type.Object(
        { name: Type.String({ maxLength: 512 }), language: Type.String({ maxLength: 16 }) },
        { description: "Without variables; sent if there is no text" },
      ),
    ),
  },
  { title: "AwayAnswer" },
);

const MEMBERS = {
  assign: Type.Union([Type.Literal("none"), Type.Literal("round_robin")], {
    description:
      "`round_robin`: a conversation that is nobody's is assigned when somebody writes, to the agents in turn for each channel; without agents, to admins and owners",
  }),
  reopen: Type.Boolean({
    description:
      "Whether a closed or snoozed conversation opens when the person writes; it is unread in any case",
  }),
  close_after_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description:
        "Open conversations in which nothing happens for so long are closed, unless somebody waits for an answer; looked at about every hour",
    }),
  ),
};

const EXAMPLE = {
  ...{ assign: "round_robin", reopen: true, close_after_days: 14 },
  hours: { zone: "Europe/Berlin", days: [{ day: "mon", from: "09:00", to: "18:00" }] },
  away: { text: "We are back on Monday at nine." },
} as const;

export const RulesSchema = Type.Object(
  { ...MEMBERS, hours: Nullable(HoursSchema), away: Nullable(AwaySchema) },
  { title: "InboxRules", examples: [EXAMPLE] },
);

/** What is left out is as if it had never been set. */
export const RulesBody = Type.Object(
  {
    assign: Type.Optional(MEMBERS.assign),
    reopen: Type.Optional(MEMBERS.reopen),
    close_after_days: Type.Optional(MEMBERS.close_after_days),
    hours: Type.Optional(Nullable(HoursSchema)),
    away: Type.Optional(Nullable(AwaySchema)),
  },
  { examples: [EXAMPLE] },
);

export type InboxRules = Static<typeof RulesSchema>;

export const NO_RULES: InboxRules = {
  ...{ assign: "none", reopen: true, close_after_days: null, hours: null, away: null },
};

/** The rules as they are stored (JSON text, or null for none). */
export function readRules(stored: string | null): InboxRules {
  return stored === null ? NO_RULES : { ...NO_RULES, ...JSON.parse(stored) };
}

/**
 * What the rules mean for a message of somebody, as db/inbound/inbox-rules.sql takes it: JSON text, or null. `at` is when
 * it was written, `costs` is what the answer outside of the hours costs.
 */
export function rulesFor(
  { assign, reopen, hours, away }: InboxRules,
  at: Date,
  { now = new Date(), costs = () => null }: { now?: Date; costs?: () => MessagePrice | null } = {},
): string | null {
  const answer = hours === null || away === null ? null : answerFor(hours, away, at, now);
  if (assign === "none" && reopen && answer === null) return null;
  return JSON.stringify({
    assigns: assign === "round_robin",
    reopens: reopen,
    away: answer && { ...answer, cost: costs() },
  });
}

/** Nothing while it is open, nor to what was written before these closed hours. */
function answerFor(
  hours: NonNullable<InboxRules["hours"]>,
  { text, template }: NonNullable<InboxRules["away"]>,
  at: Date,
  now: Date,
) {
  const until = opensAt(hours, now);
  if (until === null || opensAt(hours, at)?.getTime() !== until.getTime()) return null;
  // what they just wrote has opened the service window
  if (text !== undefined) return answerOf("text", { body: text }, until);
  if (template === undefined) return null;
  const { name, language } = template;
  return answerOf("template", { template: { name, language: { code: language } } }, until);
}

function answerOf(type: string, content: object, until: Date) {
  return { id: newMessageId(), type, content: JSON.stringify(content), until };
}
