import { dayAfter } from "../../../db/costs/days.ts";
import { isMonthEnd } from "../../../db/costs/parts.ts";
import { COST_GROUPS, type CostGroup } from "../../../db/costs/question.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { notFound } from "../../http/found.ts";
import { PagingQuery } from "../../http/paging.ts";
import { type Problem, problem } from "../../http/problem.ts";
import { type Static, Type } from "../../lib/typebox.ts";

const DAY = "\\d{4}-\\d\\d-\\d\\d";
const TIME = "T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)";
const day = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: 64, pattern: `^${DAY}(${TIME})?$`, examples: ["2026-10-01"], description }),
  );
const id = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 64, description }));

const FILTERS = {
  from: day(
    "The first day, by the clock of each number's account, or a time as in other lists: the day that it names. Absent: the first of this month",
  ),
  to: day(
    "The last day, or a time before which it ends: midnight ends the day before, any other time counts its whole day. Absent: today",
  ),
  group_by: Type.Optional(
    Type.Union(
      COST_GROUPS.map((name) => Type.Literal(name)),
      {
        description:
          "What they are summed by. Without it: by day, or by month for one contact. `account`: the account that Meta bills. `user`: the colleague who sent. `key`: the colleague or API key that sent. `template`: the template's name",
      },
    ),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: "^[A-Z]{3}$",
      examples: ["EUR"],
      description: "Another than what the organisation counts in",
    }),
  ),
  channel_id: id("Only this channel"),
  account_id: id(
    "Only what Meta bills this account: the messaging account that messages were sent with, or else the business account of their number (`waba_id`)",
  ),
  category: Type.Optional(
    Type.String({ pattern: "^[a-z_]{1,64}$", description: "Only this category, such as `marketing`" }),
  ),
  country: Type.Optional(
    Type.String({ pattern: "^[A-Z]{2}$", examples: ["DE"], description: "Only recipients of this country" }),
  ),
  broadcast_id: id("Only this broadcast"),
  key_id: id("Only what this API key or user had sent"),
  contact_id: id("Only this contact, by month"),
};

export const CostsQuery = Type.Object({ ...FILTERS, ...PagingQuery });

export const CostsFileQuery = Type.Object(FILTERS);

type Given = Static<typeof CostsFileQuery>;

/** What is asked for, with all that was left open decided. */
export type Question = ReturnType<typeof readQuestion>;

/** Reads the query of a caller. Throws 422 for what can't be answered, 404 for a channel that the key is not for. */
export function readQuestion(caller: Caller, currency: string, given: Given, now: Date) {
  const { channel_id, contact_id: contactId, category, country } = given;
  if (channel_id !== undefined && !mayUseChannel(caller, channel_id)) throw notFound("channel");
  const to = lastDayOf(given.to) ?? new Date(now.getTime() + EASTERNMOST_MS).toISOString().slice(0, 10);
  const from = dayOf("/from", given.from) ?? `${now.toISOString().slice(0, 7)}-01`;
  if (from > to) throw wrong("/from", `${from} comes after ${to}`);
  const groupBy: CostGroup = given.group_by ?? (contactId === undefined ? "day" : "month");
  const channelIds = channel_id === undefined ? caller.channelIds : [channel_id];
  const filter = {
    ...{ organizationId: caller.organizationId, currency: given.currency ?? currency, from, to, channelIds },
    ...{ category, country, broadcastId: given.broadcast_id, key: given.key_id, accountId: given.account_id },
  };
  if (groupBy === "template") refuseOthers(given, "templates", OF_CHANNELS);
  if (groupBy === "account" || given.account_id !== undefined) refuseForAccounts(given, groupBy);
  if (contactId !== undefined || groupBy === "contact")
    requireMonths({ ...given, ...(given.from && { from }), ...(given.to && { to }) }, groupBy);
  return { groupBy, contactId, filter };
}

/** The first place where a day begins is so far before UTC. */
const EASTERNMOST_MS = 14 * 3600_000;

/** Contacts are summed by month, channel and category, since there are many of them. */
function requireMonths(given: Given, groupBy: CostGroup): void {
  if (given.contact_id !== undefined && groupBy !== "month")
    throw wrong("/group_by", "a contact's costs are summed by month: leave it out, or the contact");
  refuseOthers(given, "contacts", OF_CHANNELS);
  if (given.from !== undefined && !given.from.endsWith("-01"))
    throw wrong("/from", "contacts are summed by month: give the first day of one");
  if (given.to !== undefined && !isMonthEnd(given.to))
    throw wrong("/to", "contacts are summed by month: give the last day of one, or none");
}

/** What sums by channel and category alone don't know. */
const OF_CHANNELS = ["country", "broadcast_id", "key_id", "account_id"] as const;

/** Accounts are summed by channel, category and country. */
function refuseForAccounts(given: Given, groupBy: CostGroup): void {
  if (["broadcast", "key", "user"].includes(groupBy))
    throw wrong("/group_by", `an account's costs are not summed by ${groupBy}: leave it out, or the account`);
  refuseOthers(given, "accounts", ["broadcast_id", "key_id"]);
}

function refuseOthers(given: Given, what: string, names: readonly (keyof Given)[]): void {
  const other = names.find((name) => given[name] !== undefined);
  if (other !== undefined) throw wrong(`/${other}`, `${what} are not summed by it: leave it out`);
}

const MIDNIGHT = /T00:00(:00(\.0+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The last day of what ends with a day, or before a time. */
function lastDayOf(given: string | undefined): string | null {
  const day = dayOf("/to", given);
  if (day === null || given === undefined || !MIDNIGHT.test(given)) return day;
  return dayAfter(day, -1);
}

/** The day that is given, or that a time names by its own clock. */
function dayOf(path: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  const day = given.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(day))
    throw wrong(path, `there is no day ${day}`);
  if (Number.isNaN(Date.parse(given))) throw wrong(path, `there is no time ${given}`);
  return day;
}

function wrong(path: string, message: string): Problem {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
