import { Elysia } from "elysia";
import { countReasons, listPeople } from "../../db/broadcasts/people.ts";
import type { Sql } from "../../db/connection/client.ts";
import { audit } from "../auth/audit.ts";
import type { RateCards } from "../costs/rates/rate-cards.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Raw } from "../imports/raw.ts";
import { Type } from "../lib/typebox.ts";
import { DOCUMENTED } from "./documentation.ts";
import { figuresOf } from "./figures.ts";
import { mustFind } from "./find.ts";
import { peopleAsCsv, showPerson } from "./people.ts";
import { PersonStatusSchema } from "./record.ts";
import { showReport } from "./report.ts";

const FILTERS = {
  status: Type.Optional(PersonStatusSchema),
  reason: Type.Optional(Type.String({ maxLength: 64 })),
};

type Dependencies = { sql: Sql; reading: Reading; cursors: Cursors; rateCards: RateCards };

/** `/v1/broadcasts/{id}/…`: the results of its people. */
export function peopleRoutes(http: Http, { sql, reading, cursors, rateCards }: Dependencies) {
  const peopleCursors = cursors.of("people");
  const route = {
    permission: "broadcasts:read",
    params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  } as const;

  return new Elysia({ prefix: "/v1/broadcasts" })
    .use(http)
    .get(
      "/:id/people",
      async ({ caller, params: { id }, query }) => {
        await mustFind(sql, caller, id);
        const key = { organizationId: caller.organizationId, id };
        return await page({ reading: reading.of(caller), cursors: peopleCursors }, query, {
          read: (sql, after, most) => listPeople(sql, key, query, after, most),
          show: showPerson,
          position: (row) => row.contact_id,
        });
      },
      { ...route, query: Type.Object({ ...PagingQuery, ...FILTERS }), detail: DOCUMENTED.people },
    )
    .get(
      "/:id/people.csv",
      async ({ caller, brokeOff, params: { id }, query }) => {
        await mustFind(sql, caller, id);
        const key = { organizationId: caller.organizationId, id };
        const target = { type: "broadcast", id };
        await audit(sql, caller, { action: "export.started", target, changes: { ...query } });
        return peopleAsCsv(reading.of(caller).readPage, key, query, brokeOff);
      },
      {
        ...route,
        proved: true,
        streams: true,
        query: Type.Object({ ...FILTERS, raw: Raw }),
        detail: DOCUMENTED.peopleCsv,
      },
    )
    .get(
      "/:id/report",
      async ({ caller, params: { id } }) => {
        const row = await mustFind(sql, caller, id);
        const key = { organizationId: caller.organizationId, id };
        return await reading.of(caller).read(async (sql) => {
          const figures = await figuresOf(sql, rateCards, caller.organizationId, [id]);
          return showReport(row, figures.get(id), await countReasons(sql, key));
        });
      },
      { ...route, detail: DOCUMENTED.report },
    );
}
