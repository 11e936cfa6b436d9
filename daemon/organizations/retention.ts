import { type Keeping, KINDS, type Retention } from "../../db/maintenance/kept.ts";
import type { WouldGo } from "../../db/maintenance/preview.ts";
import { type Problem, problem } from "../http/problem.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";

/** The database lets nobody delete an entry of the audit log before. */
const LEAST_LOG_DAYS = 90;
const MOST_CHANNELS = 1000;

const days = (what: string, minimum = 1) =>
  Nullable(Type.Integer({ minimum, maximum: 36_500, description: what }));
const ofChannels = {
  messages: days("Messages, with the attempts to send them"),
  files: days("Files that came with messages, and those that were uploaded, from their last upload on"),
};
const kinds = {
  ...ofChannels,
  events: days("Events, with their deliveries"),
  logs: days("Entries of the audit log", LEAST_LOG_DAYS),
};
const ChannelDays = Type.Object(ofChannels);
const channels = Type.Record(Type.String(), ChannelDays, {
  maxProperties: MOST_CHANNELS,
  description:
    "Days of channels that differ, by the channel's id; null is as the organisation. They may be more than the organisation's",
});

const example = {
  ...{ messages: 30, files: 14, events: 7, logs: null },
  channels: { ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R: { messages: 60, files: null } },
};

/** All of it: what is null is kept as long as it may be. */
export const RetentionBody = Type.Object({ ...kinds, channels }, { examples: [example] });

export const RetentionSchema = Type.Object(
  {
    ...kinds,
    channels,
    most: Type.Object(
      { messages: Type.Integer(), files: Type.Integer(), events: Type.Integer(), logs: Type.Integer() },
      { description: "The days that the organisation may keep each at most, which null stands for" },
    ),
  },
  {
    title: "Retention",
    examples: [{ ...example, most: { messages: 90, files: 90, events: 90, logs: 730 } }],
  },
);

export const PreviewSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        kind: Type.Union(KINDS.map((kind) => Type.Literal(kind))),
        channel_id: Nullable(
          Type.String({ description: "Null of events, entries of the audit log, and uploaded files" }),
        ),
        count: Type.Integer({ description: "Events without their deliveries, which go with them" }),
        bytes: Nullable(Type.Integer({ description: "Of files; null of other kinds" })),
        oldest_at: Type.String({ format: "date-time" }),
        is_estimate: Type.Boolean({
          description: "There are too many to count: what was counted is taken for the rest as well",
        }),
      }),
    ),
  },
  {
    title: "RetentionPreview",
    examples: [
      {
        data: [
          {
            ...{ kind: "files", channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R", count: 128, bytes: 48_213_992 },
            ...{ oldest_at: "2026-09-01T09:00:00.000Z", is_estimate: false },
          },
        ],
      },
    ],
  },
);

/** As the API shows it. */
export function showRetention({ set, most }: Keeping): Static<typeof RetentionSchema> {
  return { ...set, most };
}

/** What would go, as the API shows it. */
export function showPreview(going: readonly WouldGo[]): Static<typeof PreviewSchema> {
  return { data: going.map((one) => ({ ...one, oldest_at: one.oldest_at.toISOString() })) };
}

/** What an organisation would keep. Throws 422 for more days than it may, and for channels that it does not have. */
export function changedKeeping(
  now: Keeping,
  body: Static<typeof RetentionBody>,
  channelIds: ReadonlySet<string>,
): Keeping {
  const set: Retention = body;
  for (const kind of KINDS) refuseMore(`/${kind}`, set[kind], now.most[kind]);
  for (const [id, own] of Object.entries(set.channels)) {
    if (!channelIds.has(id)) throw refused(`/channels/${id}`, "is no channel of this organisation");
    for (const kind of ["messages", "files"] as const)
      refuseMore(`/channels/${id}/${kind}`, own[kind], now.most[kind]);
  }
  return { ...now, set };
}

function refuseMore(path: string, wanted: number | null, most: number): void {
  if (wanted !== null && wanted > most)
    throw refused(path, `is at most ${most}: the installation keeps it no longer`);
}

function refused(path: string, message: string): Problem {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
