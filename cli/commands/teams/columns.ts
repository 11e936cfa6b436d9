import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import type { Column } from "../../lib/output/column.ts";

export const teamColumns: Column<ResponseOf<"GET /v1/teams/{id}">>[] = [
  { title: "id", value: (team) => team.id },
  { title: "name", value: (team) => team.name, cut: true },
  { title: "members", value: ({ member_ids }) => member_ids.length },
  { title: "created", value: (team) => team.created_at, kind: "time", optional: true },
];

export const teamDetails: typeof teamColumns = [
  ...teamColumns,
  { title: "member ids", value: ({ member_ids }) => member_ids.join(", ") },
];
