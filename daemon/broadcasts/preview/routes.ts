import { Elysia } from "elysia";
import { keepPreview } from "../../../db/broadcasts/broadcasts.ts";
import { wantNumberChecks } from "../../../db/whatsapp-web/checks.ts";
import type { Caller } from "../../http/caller.ts";
import type { Cursors } from "../../http/paging.ts";
import type { Reading } from "../../http/reading.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { requireChannels } from "../channels.ts";
import { DOCUMENTED } from "../documentation.ts";
import type { GivenFile } from "../file/count-file.ts";
import { mustFind } from "../find.ts";
import { CreateBody } from "../plan/bodies.ts";
import { apartFromFile, type BroadcastPlan, draftOf } from "../plan/plan.ts";
import { checkedRoutes, type TemplateDependencies } from "../template/definition.ts";
import { previewCursors } from "./cursor.ts";
import { type PreviewDependencies, previewOf } from "./preview.ts";
import type { Preview } from "./schema.ts";

const PreviewQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({ maxLength: 16_384, description: "The `next_cursor` of the response before" }),
  ),
});

type Dependencies = TemplateDependencies &
  Omit<PreviewDependencies, "reading"> & { reading: Reading; cursors: Cursors };

/** `/v1/broadcasts/preview` and `/v1/broadcasts/{id}/preview`: what a broadcast would come to. */
export function previewRoutes(http: Http, dependencies: Dependencies) {
  const { sql, channels, reading, cursors } = dependencies;

  /** The answer, and since when it is true. */
  async function preview(
    caller: Caller,
    row: BroadcastPlan,
    cursor: string | undefined,
    file: GivenFile | null = null,
  ) {
    const own = previewCursors(cursors, row, file?.file ?? null);
    const before = own.open(cursor);
    const routes = await checkedRoutes(dependencies, row);
    const { preview, unsure, progress } = await previewOf(
      { ...dependencies, reading: reading.of(caller) },
      { row, routes, file, before },
    );
    const next_cursor = progress.place === null ? null : own.seal(progress);
    return { body: { ...preview, next_cursor } satisfies Preview, unsure, beganAt: progress.beganAt };
  }

  return new Elysia({ prefix: "/v1/broadcasts" })
    .use(http)
    .post(
      "/preview",
      async ({ caller, body, query }) => {
        const given = apartFromFile(body);
        const draft = draftOf(given.body);
        await requireChannels(channels, caller, draft.channel_ids);
        const file = given.file === null ? null : { caller, file: given.file };
        return (
          await preview(caller, { ...draft, organization_id: caller.organizationId }, query.cursor, file)
        ).body;
      },
      {
        permission: "broadcasts:read",
        body: CreateBody,
        query: PreviewQuery,
        detail: DOCUMENTED.previewNew,
      },
    )
    .post(
      "/:id/preview",
      async ({ caller, params: { id }, query }) => {
        const row = await mustFind(sql, caller, id);
        const { body, unsure, beganAt } = await preview(caller, row, query.cursor);
        const [channelId = ""] = row.channel_ids;
        if (unsure.length > 0) await wantNumberChecks(sql, caller.organizationId, channelId, unsure);
        const { audience, sendable, skipped, cost } = body;
        const figures = JSON.stringify({ audience, sendable, skipped, cost });
        if (body.next_cursor === null) await keepPreview(sql, row, figures, new Date(beganAt));
        return body;
      },
      {
        permission: "broadcasts:read",
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        query: PreviewQuery,
        detail: DOCUMENTED.preview,
      },
    );
}
