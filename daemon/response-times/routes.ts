import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { type GroupedTimes, readTimes } from "../../db/response-times/response-times.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { fileResponse } from "../imports/file-response.ts";
import { csvLine } from "../imports/read/csv-line.ts";
import { Type } from "../lib/typebox.ts";
import { questionOf, TimesQuery } from "./query.ts";
import { ResponseTimesSchema, TIMES_EXAMPLE } from "./schema.ts";

const ABOUT =
  "How long people waited for the first answer to what they wrote, and how long conversations were open: from the first message after the last closing until somebody closes them. Imported messages, what a phone's history brings, broadcasts, and conversations that nobody answered or the inbox's rules closed don't count. Answers of Waypost itself and of Meta's agent are the group `automatic`, and not in the total. Kept for two years from when somebody answered, beyond the messages.";

/** `/v1/response_times`: how long people wait. */
export function responseTimeRoutes(http: Http, { sql, reading }: { sql: Sql; reading: Reading }) {
  return new Elysia()
    .use(http)
    .get(
      "/v1/response_times",
      async ({ caller, query }) => {
        const { groupBy, filter } = await questionOf(sql, caller, query);
        const { groups, total } = await reading
          .of(caller)
          .read((replica) => readTimes(replica, filter, groupBy));
        return { data: groups, total, from: filter.from, to: filter.to, time_zone: filter.zone };
      },
      {
        permission: "messages:read",
        query: TimesQuery,
        detail: documented({
          operation: "getResponseTimes",
          summary: "Get how long people wait for answers",
          description: `${ABOUT} \`waypost response-times\` shows it.`,
          errors: [404],
          responses: {
            200: { description: "The times", schema: ResponseTimesSchema, example: TIMES_EXAMPLE },
          },
        }),
      },
    )
    .get(
      "/v1/response_times.csv",
      async ({ caller, brokeOff, query }) => {
        const { groupBy, filter } = await questionOf(sql, caller, query);
        const { groups } = await reading.of(caller).read((replica) => readTimes(replica, filter, groupBy));
        return await fileResponse(
          { name: "response-times", format: "csv", texts: linesOf(groups) },
          brokeOff,
        );
      },
      {
        permission: "messages:read",
        streams: true,
        query: TimesQuery,
        detail: documented({
          operation: "exportResponseTimes",
          summary: "Get how long people wait for answers as CSV",
          description: ABOUT,
          errors: [404],
          responses: {
            200: {
              description: "The file",
              mediaType: "text/csv",
              schema: Type.String(),
              example: `${COLUMNS.join(",")}\r\n09,,41,180,1260,17,5400,86400\r\n`,
            },
          },
        }),
      },
    );
}

const COLUMNS = [
  ...["group", "name", "answers", "answer_median_seconds", "answer_p90_seconds"],
  ...["resolutions", "resolution_median_seconds", "resolution_p90_seconds"],
] as const;

async function* linesOf(groups: readonly GroupedTimes[]): AsyncGenerator<string> {
  yield csvLine(COLUMNS) + groups.map((times) => csvLine(cellsOf(times))).join("");
}

function cellsOf({ group, name, answers, resolutions }: GroupedTimes): string[] {
  const figures = [answers, resolutions].flatMap((took) => [
    took.count,
    took.median_seconds,
    took.p90_seconds,
  ]);
  return [group ?? "", name ?? "", ...figures.map((figure) => String(figure ?? ""))];
}
