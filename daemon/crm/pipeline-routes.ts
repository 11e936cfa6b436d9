import { Elysia } from "elysia";
import {
  deletePipeline,
  findPipeline,
  insertPipeline,
  listPipelines,
  type PipelineRow,
  stagesInUse,
  updatePipeline,
} from "../../db/crm/pipelines.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { listOf, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { Type } from "../lib/typebox.ts";
import { wrong } from "./fields.ts";
import { PipelineBody, PipelineChanges, PipelineSchema, type Stage, showPipeline } from "./pipeline.ts";
import { type CrmDependencies, RecordId } from "./record-routes.ts";

const tags = ["CRM"];
const IN_USE = {
  description: "There are deals in a stage that would be removed",
  code: "stage_in_use",
  detail: "deals are in the stage negotiation; move them first",
};

/** `/v1/crm/pipelines`: the pipelines that deals pass through. */
export function pipelineRoutes(http: Http, { sql, reading, cursors }: CrmDependencies) {
  async function mustFind(organizationId: string, id: string): Promise<PipelineRow> {
    return found(await findPipeline(sql, organizationId, id), "pipeline");
  }

  /** Throws when a stage to be removed still has deals. */
  async function requireUnused(organizationId: string, id: string, stages: readonly Stage[]): Promise<void> {
    const used = await stagesInUse(sql, organizationId, id);
    const lost = used.find((stage) => !stages.some(({ name }) => name === stage));
    if (lost !== undefined)
      throw problem(409, "stage_in_use", `deals are in the stage ${lost}; move them first`);
  }

  return new Elysia({ prefix: "/v1/crm/pipelines" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listPipelines(sql, caller.organizationId, before, most),
          show: showPipeline,
          position: (row) => row.id,
        }),
      {
        permission: "crm:read",
        query: Type.Object(PagingQuery),
        detail: documented({
          tags,
          operation: "listPipelines",
          summary: "List pipelines",
          responses: { 200: { description: "Newest first", schema: listOf(PipelineSchema) } },
        }),
      },
    )
    .post(
      "",
      async ({ caller, body, once }) => {
        requireStages(body);
        return await once(async (sql) => {
          const made = { id: newId("pip"), name: body.name, stages: JSON.stringify(body.stages) };
          return { status: 201, body: showPipeline(await insertPipeline(sql, caller.organizationId, made)) };
        });
      },
      {
        permission: "crm:write",
        idempotent: true,
        body: PipelineBody,
        detail: documented({
          tags,
          operation: "createPipeline",
          summary: "Create a pipeline",
          responses: { 201: { description: "Created", schema: PipelineSchema } },
        }),
      },
    )
    .get(
      "/:id",
      async ({ caller, params }) => showPipeline(await mustFind(caller.organizationId, params.id)),
      {
        permission: "crm:read",
        params: RecordId,
        detail: documented({
          tags,
          operation: "getPipeline",
          summary: "Get a pipeline",
          errors: [404],
          responses: { 200: { description: "The pipeline", schema: PipelineSchema } },
        }),
      },
    )
    .patch(
      "/:id",
      async ({ caller, params, body: { name, stages } }) => {
        requireStages({ name, stages });
        await mustFind(caller.organizationId, params.id);
        if (stages !== undefined) await requireUnused(caller.organizationId, params.id, stages);
        await updatePipeline(sql, caller.organizationId, params.id, {
          ...(name === undefined ? {} : { name }),
          ...(stages === undefined ? {} : { stages: JSON.stringify(stages) }),
        });
        return showPipeline(await mustFind(caller.organizationId, params.id));
      },
      {
        permission: "crm:write",
        params: RecordId,
        body: PipelineChanges,
        detail: documented({
          tags,
          operation: "updatePipeline",
          summary: "Change a pipeline",
          description: "`stages` replaces all stages; a stage with deals in it has to stay.",
          errors: [404, 409],
          wording: { 409: IN_USE },
          responses: { 200: { description: "The pipeline", schema: PipelineSchema } },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        await mustFind(caller.organizationId, params.id);
        if (!(await deletePipeline(sql, caller.organizationId, params.id)))
          throw problem(409, "stage_in_use", "deals are in the pipeline; move them first");
        set.status = 204;
      },
      {
        permission: "crm:write",
        params: RecordId,
        detail: documented({
          tags,
          operation: "deletePipeline",
          summary: "Delete a pipeline",
          description: "Only if no deal is in it.",
          errors: [404, 409],
          wording: { 409: IN_USE },
          responses: { 204: { description: "Deleted" } },
        }),
      },
    );
}

function requireStages({
  name,
  stages = [],
}: {
  name?: string | undefined;
  stages?: readonly Stage[] | undefined;
}) {
  if (!isPostgresText([name ?? "", stages]))
    throw wrong("stages", "a name has characters that can't be stored");
  const twice = stages.find(({ name }, index) => stages.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw wrong("stages", `two stages are called ${twice.name}`);
}
