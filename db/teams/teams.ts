import type { Queryable } from "../connection/client.ts";

export type TeamRow = {
  id: string;
  name: string;
  member_ids: string[];
  created_at: Date;
  updated_at: Date;
};

/** What a person decides of a team. */
export type TeamText = Pick<TeamRow, "name" | "member_ids">;

/** Makes a team; null when another one has its name. */
export async function insertTeam(
  sql: Queryable,
  organizationId: string,
  id: string,
  made: TeamText,
): Promise<TeamRow | null> {
  const [row] = await sql<TeamRow[]>`
    insert into teams ${sql({ organization_id: organizationId, id, ...made })} on conflict do nothing returning *`;
  return row ?? null;
}

/** A team, or null. */
export async function findTeam(sql: Queryable, organizationId: string, id: string): Promise<TeamRow | null> {
  const [row] = await sql<TeamRow[]>`
    select * from teams where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Teams, the newest first; `before` is the id of one. */
export async function listTeams(
  sql: Queryable,
  organizationId: string,
  before: string | null,
  limit: number,
): Promise<TeamRow[]> {
  return await sql<TeamRow[]>`
    select * from teams
    where organization_id = ${organizationId} and (${before}::text is null or id < ${before})
    order by id desc limit ${limit}`;
}

/** Changes a team; null when there is none. Fails when another one has the name. */
export async function updateTeam(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: Partial<TeamText>,
): Promise<TeamRow | null> {
  const [row] = await sql<TeamRow[]>`
    update teams set ${sql({ ...changes, updated_at: new Date() })}
    where organization_id = ${organizationId} and id = ${id} returning *`;
  return row ?? null;
}

/** Whether a change failed because another team has the name. */
export function isNameTaken(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "23505";
}

/** Deletes a team, whose conversations are no team's from then on; false when there is none. */
export async function deleteTeam(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const [row] = await sql<{ gone: boolean }[]>`select delete_team(${organizationId}, ${id}) as gone`;
  return row?.gone ?? false;
}
