import { Nullable, type Static, Type } from "../lib/typebox.ts";

/**
 * Until when Meta answers the versions of the Graph API; it has not said it of later ones. One that has ended is answered
 * as the oldest that has not. Source: Meta, Graph API changelog, "Available Graph API Versions", November 2026.
 */
const ENDS = new Map([
  [21, "2027-01-21"],
  [22, "2027-05-20"],
  [23, "2027-10-08"],
  [24, "2028-02-18"],
  [25, "2028-07-29"],
]);
const OLDEST = 21;

/**
 * The version that is called unless another is set: Meta lets an app call the versions that were the newest when it was
 * made, and later ones, so that a new one serves more apps, and for longer.
 */
export const USUAL_GRAPH_VERSION = "v26.0";

/** A URL with a version at its end. */
export const GRAPH_URL = "^https?://[^ ]+/v[1-9][0-9]?\\.[0-9]$";

const WARNED_MONTHS = 6;

export const GraphVersionSchema = Type.Object(
  {
    version: Type.String(),
    ends_on: Nullable(
      Type.String({
        format: "date",
        description: "Null where Meta has not said it, and of versions that ended before 2027",
      }),
    ),
    state: Type.Union([Type.Literal("usable"), Type.Literal("ends_soon"), Type.Literal("ended")]),
  },
  { description: "The version of Meta's Graph API that the daemon calls" },
);

export type GraphVersion = Static<typeof GraphVersionSchema>;

/** The version in the URL of the Graph API, and whether it ends within half a year, by the clock `now`. */
export function graphVersionOf(graphUrl: string, now: Date): GraphVersion {
  const version = graphUrl.slice(graphUrl.lastIndexOf("/") + 1);
  const number = Number.parseInt(version.slice(1), 10);
  const end = ENDS.get(number) ?? null;
  if (end === null) return { version, ends_on: null, state: number < OLDEST ? "ended" : "usable" };
  const warned = new Date(end);
  warned.setUTCMonth(warned.getUTCMonth() - WARNED_MONTHS);
  const state = now >= new Date(end) ? "ended" : now >= warned ? "ends_soon" : "usable";
  return { version, ends_on: end, state };
}
