import { type Static, Type } from "../../../lib/typebox.ts";
import { strict } from "../../graph/http/schema.ts";
import { createValidator } from "../../graph/http/validate.ts";

const Positive = (maximum: number) => Type.Number({ exclusiveMinimum: 0, maximum });
const Amount = Type.Number({ minimum: 0, maximum: 1e6 });

/** Each can be left out: then it is as usual. */
const RulesSchema = strict({
  /** How many seconds pass as an hour, also for the age of a number. */
  hour_seconds: Type.Optional(Positive(3600)),
  /** How devices of a banned number are ended: removed from the phone (401), or refused at each login (403). */
  code: Type.Optional(Type.Union([Type.Literal("401"), Type.Literal("403")])),
  /** How well a number is thought of, since it had a life before it was paired: it is drawn from between these. */
  trust: Type.Optional(Type.Tuple([Positive(100), Positive(100)])),
  /** The heat at which a number of trust 1 is banned: at once, and how much more for each of its days, up to a most. */
  patience: Type.Optional(Positive(1e6)),
  patience_a_day: Type.Optional(Amount),
  most_patience: Type.Optional(Positive(1e6)),
  /** Chats that a number of trust 1 may begin in an hour. */
  free_chats: Type.Optional(Amount),
  /** The heat of each chat beyond, of a message to a number without an account, and of somebody who reports it. */
  heat_of_chat: Type.Optional(Amount),
  heat_of_nobody: Type.Optional(Amount),
  heat_of_report: Type.Optional(Amount),
  /** The share of heat that an hour takes away; messages in open chats take up to another 0.01. */
  cooling: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** The share of patience from which an hour may end in a restriction, how likely that is, and its hours. */
  restricted_from: Type.Optional(Amount),
  restricted_chance: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  restricted_hours: Type.Optional(Positive(1e4)),
  /** How likely an hour ends in a ban for nothing: they come in waves. */
  ban_chance: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
});

export type BanRules = Required<Static<typeof RulesSchema>>;
export const givenRules = createValidator(RulesSchema);

/**
 * When the simulated WhatsApp restricts and bans a number. Made up, after what operators of banned numbers report; WhatsApp
 * says nothing. No part of the product knows them: the health of a number is found from what a daemon can see.
 */
export const USUAL_RULES: BanRules = {
  ...{ hour_seconds: 3600, code: "401", trust: [0.6, 2.4] },
  ...{ patience: 4, patience_a_day: 1 / 3, most_patience: 20 },
  ...{ free_chats: 4, heat_of_chat: 1 / 6, heat_of_nobody: 0.12, heat_of_report: 0.9, cooling: 0.012 },
  ...{ restricted_from: 0.7, restricted_chance: 0.2, restricted_hours: 24, ban_chance: 0.00001 },
};
