import { Elysia } from "elysia";
import { deleteDraft, insertBroadcast, listBroadcasts, updateDraft } from "../../db/broadcasts/broadcasts.ts";
import { audited } from "../auth/audit.ts";
import type { RateCards } from "../costs/rates/rate-cards.ts";
import type { Caller } from "../http/caller.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import type { OpenFile } from "../templates/examples.ts";
import { requireAudience } from "./audience/require.ts";
import { requireChannels } from "./channels.ts";
import { DOCUMENTED } from "./documentation.ts";
import { figuresOf } from "./figures.ts";
import { withFile } from "./file/with-file.ts";
import { mustFind, wrongState } from "./find.ts";
import { lifeRoutes } from "./life-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { CreateBody, UpdateBody } from "./plan/bodies.ts";
import { bodyOf, type DraftBody, draftOf, readPlan } from "./plan/plan.ts";
import { previewRoutes } from "./preview/routes.ts";
import { StatusSchema, showBroadcast } from "./record.ts";
import type { TemplateDependencies } from "./template/definition.ts";

const ListQuery = Type.Object({ ...PagingQuery, status: Type.Optional(StatusSchema) });
const BroadcastId = Type.Object({ id: Type.String({ maxLength: 64 }) });

export type BroadcastDependencies = TemplateDependencies & {
  openFile: OpenFile;
  uploads: { organizationMediaGb: number };
  reading: Reading;
  cursors: Cursors;
  rateCards: RateCards;
};

/** `/v1/broadcasts`: one template to many people, from the draft to its end. */
export function broadcastRoutes(http: Http, dependencies: BroadcastDependencies) {
  return new Elysia()
    .use(draftRoutes(http, dependencies))
    .use(previewRoutes(http, dependencies))
    .use(lifeRoutes(http, dependencies))
    .use(peopleRoutes(http, dependencies));
}

function draftRoutes(http: Http, dependencies: BroadcastDependencies) {
  const { sql, reading, cursors, channels, rateCards } = dependencies;

  function checkFor(caller: Caller, { audience }: UpdateBody) {
    return async (body: DraftBody) => {
      const draft = draftOf(body);
      await requireChannels(channels, caller, draft.channel_ids);
      // absent members stay as they are, and a file has yet to be imported
      if (audience !== undefined && audience.file === undefined)
        await requireAudience(sql, caller.organizationId, readPlan(draft));
    };
  }

  return new Elysia({ prefix: "/v1/broadcasts" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          async read(sql, before, most) {
            const { organizationId, channelIds } = caller;
            const filter = { channelIds, status: query.status };
            const { rows, end } = await listBroadcasts(sql, organizationId, filter, before, most);
            const ids = rows.map(({ id }) => id);
            const figures = await figuresOf(sql, rateCards, organizationId, ids);
            return { rows: rows.map((row) => ({ row, figures: figures.get(row.id) })), end };
          },
          show: ({ row, figures }) => showBroadcast(row, figures),
          position: ({ row }) => row.id,
        }),
      { permission: "broadcasts:read", query: ListQuery, detail: DOCUMENTED.list },
    )
    .post(
      "",
      async ({ caller, body, once }) =>
        await withFile(dependencies, caller, body, checkFor(caller, body), (given, queue) =>
          once(async (sql) => {
            const id = newId("bc");
            const entry = { action: "broadcast.created", target: { type: "broadcast", id } };
            const row = await audited(sql, caller, entry, async (transaction) => {
              await queue(transaction);
              return await insertBroadcast(transaction, caller.organizationId, id, draftOf(given));
            });
            return { status: 201, body: showBroadcast(row) };
          }),
        ),
      { permission: "broadcasts:manage", idempotent: true, body: CreateBody, detail: DOCUMENTED.create },
    )
    .get(
      "/:id",
      async ({ caller, params: { id } }) => {
        const row = await mustFind(sql, caller, id);
        const figures = await reading
          .of(caller)
          .read((sql) => figuresOf(sql, rateCards, caller.organizationId, [id]));
        return showBroadcast(row, figures.get(id));
      },
      { permission: "broadcasts:read", params: BroadcastId, detail: DOCUMENTED.get },
    )
    .patch(
      "/:id",
      async ({ caller, params: { id }, body }) => {
        const { channel_ids, ...before } = bodyOf(await mustFind(sql, caller, id));
        const isMoved = body.channel_id !== undefined || body.channel_ids !== undefined;
        const after = { ...before, ...(isMoved ? {} : { channel_ids }), ...body };
        const entry = { action: "broadcast.updated", target: { type: "broadcast", id }, changes: body };
        await withFile(dependencies, caller, after, checkFor(caller, body), (given, queue) =>
          audited(sql, caller, entry, async (transaction) => {
            await queue(transaction);
            const isDraft = await updateDraft(transaction, caller.organizationId, id, draftOf(given));
            if (!isDraft)
              throw wrongState(await mustFind(transaction, caller, id), "only a draft can be changed");
          }),
        );
        return showBroadcast(await mustFind(sql, caller, id));
      },
      {
        permission: "broadcasts:manage",
        params: BroadcastId,
        body: UpdateBody,
        detail: DOCUMENTED.update,
      },
    )
    .delete(
      "/:id",
      async ({ caller, params: { id }, set }) => {
        await mustFind(sql, caller, id);
        const entry = { action: "broadcast.deleted", target: { type: "broadcast", id } };
        await audited(sql, caller, entry, async (transaction) => {
          const isDraft = await deleteDraft(transaction, caller.organizationId, id);
          if (!isDraft)
            throw wrongState(await mustFind(transaction, caller, id), "only a draft can be deleted");
        });
        set.status = 204;
      },
      { permission: "broadcasts:manage", params: BroadcastId, detail: DOCUMENTED.remove },
    );
}
