import { Nullable, type Static, Type } from "../lib/typebox.ts";

const Took = Type.Object(
  {
    count: Type.Integer(),
    median_seconds: Nullable(Type.Integer({ description: "Half took so long at most; null of none" })),
    p90_seconds: Nullable(Type.Integer({ description: "Nine of ten took so long at most" })),
  },
  { title: "Took" },
);

const TIMES = { answers: Took, resolutions: Took };

/** How long people waited, by groups and together. */
export const ResponseTimesSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          group: Nullable(
            Type.String({
              description:
                "An id, an hour such as `09`, `phone` for the business's phone, or `automatic`; null: of no team",
            }),
          ),
          name: Nullable(Type.String({ description: "What the user, API key, team or channel is called" })),
          ...TIMES,
        },
        { title: "GroupedResponseTimes" },
      ),
    ),
    total: Type.Object(TIMES, { description: "Of all that is not automatic" }),
    ...{ from: Type.String(), to: Type.String(), time_zone: Type.String() },
  },
  { title: "ResponseTimes" },
);

const EXAMPLE = {
  answers: { count: 41, median_seconds: 180, p90_seconds: 1260 },
  resolutions: { count: 17, median_seconds: 5400, p90_seconds: 86400 },
};

export const TIMES_EXAMPLE: Static<typeof ResponseTimesSchema> = {
  data: [{ group: "09", name: null, ...EXAMPLE }],
  total: EXAMPLE,
  ...{ from: "2026-11-01", to: "2026-11-30", time_zone: "Europe/Berlin" },
};
