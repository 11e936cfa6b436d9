import type { Queryable } from "../connection/client.ts";

export type PipelineRow = {
  id: string;
  name: string;
  /** JSON text. */
  stages: string;
  created_at: Date;
  updated_at: Date;
};

/** Makes a pipeline. */
export async function insertPipeline(
  sql: Queryable,
  organizationId: string,
  { id, name, stages }: Pick<PipelineRow, "id" | "name" | "stages">,
): Promise<PipelineRow> {
  const [row] = await sql<PipelineRow[]>`
    insert into crm_pipelines ${sql({ organization_id: organizationId, id, name, stages })} returning *`;
  if (row === undefined) throw new Error("the pipeline was not written");
  return row;
}

/** A pipeline, or null. */
export async function findPipeline(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<PipelineRow | null> {
  const [row] = await sql<PipelineRow[]>`
    select * from crm_pipelines where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Pipelines, the newest first; `before` is the id of one. */
export async function listPipelines(
  sql: Queryable,
  organizationId: string,
  before: string | null,
  limit: number,
): Promise<PipelineRow[]> {
  return await sql<PipelineRow[]>`
    select * from crm_pipelines
    where organization_id = ${organizationId} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`;
}

/** Changes a pipeline; false when there is none. */
export async function updatePipeline(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: Partial<Pick<PipelineRow, "name" | "stages">>,
): Promise<boolean> {
  const { count } = await sql`
    update crm_pipelines set ${sql({ ...changes, updated_at: new Date() })}
    where organization_id = ${organizationId} and id = ${id}`;
  return count > 0;
}

/** The stages of a pipeline that deals are in. */
export async function stagesInUse(sql: Queryable, organizationId: string, id: string): Promise<string[]> {
  const rows = await sql<{ stage: string }[]>`
    with recursive used as (
      (select stage from crm_records
       where organization_id = ${organizationId} and pipeline_id = ${id} order by stage limit 1)
      union all
      select (
        select record.stage from crm_records as record
        where record.organization_id = ${organizationId} and record.pipeline_id = ${id} and record.stage > used.stage
        order by record.stage limit 1
      ) from used where used.stage is not null
    )
    select stage from used where stage is not null`;
  return rows.map((row) => row.stage);
}

/** Deletes a pipeline that no deal is in; false when there is none such. */
export async function deletePipeline(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    delete from crm_pipelines
    where organization_id = ${organizationId} and id = ${id} and not exists (
      select from crm_records where organization_id = ${organizationId} and pipeline_id = ${id}
    )`;
  return count > 0;
}
