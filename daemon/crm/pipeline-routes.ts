import {
  deletePipeline,
  findPipeline,
  insertPipeline,
  listPipelines,
  stagesInUse,
  updatePipeline,
} from "../../db/crm/pipelines.ts";
import { PagingQuery } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import { resourceRoutes } from "../http/resource/routes.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { Type } from "../lib/typebox.ts";
import { wrong } from "./fields.ts";
import { PipelineBody, PipelineChanges, PipelineSchema, type Stage, showPipeline } from "./pipeline.ts";
import type { CrmDependencies } from "./record-routes.ts";

const IN_USE = {
  description: "There are deals in a stage that would be removed",
  code: "stage_in_use",
  detail: "deals are in the stage negotiation; move them first",
};

/** `/v1/crm/pipelines`: the pipelines that deals pass through. */
export function pipelineRoutes(http: Http, { sql, reading, cursors }: CrmDependencies) {
  /** Throws when a stage to be removed still has deals. */
  async function requireUnused(organizationId: string, id: string, stages: readonly Stage[]): Promise<void> {
    const used = await stagesInUse(sql, organizationId, id);
    const lost = used.find((stage) => !stages.some(({ name }) => name === stage));
    if (lost !== undefined)
      throw problem(409, "stage_in_use", `deals are in the stage ${lost}; move them first`);
  }

  return resourceRoutes(http, { reading, cursors }, "/v1/crm/pipelines", {
    ...{ noun: "pipeline", nouns: "pipelines", query: Type.Object(PagingQuery) },
    may: { read: "crm:read", write: "crm:write" },
    ...{ schema: PipelineSchema, body: PipelineBody, changes: PipelineChanges },
    says: {
      update: {
        description: "`stages` replaces all stages; a stage with deals in it has to stay.",
        wording: { 409: IN_USE },
      },
      delete: {
        description: "Only if no deal is in it.",
        wording: { 409: IN_USE },
      },
    },
    show: showPipeline,
    list: async ({ organizationId }) => ({
      read: (sql, before, most) => listPipelines(sql, organizationId, before, most),
    }),
    find: ({ organizationId }, id) => findPipeline(sql, organizationId, id),
    async make({ organizationId }, body) {
      requireStages(body);
      const made = { id: newId("pip"), name: body.name, stages: JSON.stringify(body.stages) };
      return (sql) => insertPipeline(sql, organizationId, made);
    },
    async change({ organizationId }, { id }, { name, stages }) {
      requireStages({ name, stages });
      if (stages !== undefined) await requireUnused(organizationId, id, stages);
      await updatePipeline(sql, organizationId, id, {
        ...(name === undefined ? {} : { name }),
        ...(stages === undefined ? {} : { stages: JSON.stringify(stages) }),
      });
      return await findPipeline(sql, organizationId, id);
    },
    async remove({ organizationId }, { id }) {
      if (!(await deletePipeline(sql, organizationId, id)))
        throw problem(409, "stage_in_use", "deals are in the pipeline; move them first");
      return true;
    },
  });
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
