/* What the API says of how everything is doing. */
import type { ResponseOf } from "../../../../daemon/start/types/routes.ts";

export type Overview = ResponseOf<"GET /v1/overview">;
export type OverviewChannel = Overview["channels"][number];
export type OverviewLane = Overview["lanes"][number];
export type OverviewEndpoint = NonNullable<Overview["endpoints"]>[number];
export type OverviewError = Overview["errors"][number];
