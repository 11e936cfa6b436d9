import { missingUsers } from "../../db/auth/users.ts";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import {
  deleteTeam,
  findTeam,
  insertTeam,
  isNameTaken,
  listTeams,
  type TeamRow,
  type TeamText,
  updateTeam,
} from "../../db/teams/teams.ts";
import { audited } from "../auth/audit.ts";
import { clean } from "../contacts/fields.ts";
import { refused } from "../contacts/refused.ts";
import type { Caller } from "../http/caller.ts";
import { type Cursors, PagingQuery } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import { resourceRoutes } from "../http/resource/routes.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import { showTeam, TeamBody, TeamChanges, TeamSchema } from "./team.ts";

type Dependencies = { sql: Sql; reading: Reading; cursors: Cursors };

/** `/v1/teams`: users who share conversations. */
export function teamRoutes(http: Http, { sql, reading, cursors }: Dependencies) {
  return resourceRoutes(http, { reading, cursors }, "/v1/teams", {
    ...{ noun: "team", nouns: "teams", query: Type.Object(PagingQuery) },
    may: { read: "messages:read", write: "users:manage" },
    ...{ schema: TeamSchema, body: TeamBody, changes: TeamChanges, show: showTeam },
    says: {
      create: { wording: { 409: TAKEN } },
      update: { wording: { 409: TAKEN } },
      delete: { description: "Its conversations are no team's from then on." },
    },
    list: async ({ organizationId }) => ({
      read: (sql, before, most) => listTeams(sql, organizationId, before, most),
    }),
    find: ({ organizationId }, id) => findTeam(sql, organizationId, id),
    async make(caller, { name, member_ids = [] }) {
      const made = await textOf(sql, caller, { name, member_ids });
      return async (sql) => {
        const id = newId("tm");
        return await audited(sql, caller, entry("created", id, made), async (transaction) => {
          const row = await insertTeam(transaction, caller.organizationId, id, made);
          if (row === null) throw taken();
          return row;
        });
      };
    },
    async change(caller, { id }, given) {
      const changes = await textOf(sql, caller, given);
      return await audited(sql, caller, entry("updated", id, changes), (transaction) =>
        updateTeam(transaction, caller.organizationId, id, changes),
      ).catch((cause: unknown) => {
        throw isNameTaken(cause) ? taken() : cause;
      });
    },
    remove: (caller, { id }: TeamRow) =>
      audited(sql, caller, entry("deleted", id), (transaction) =>
        deleteTeam(transaction, caller.organizationId, id),
      ),
  });
}

const TAKEN = {
  description: "Another team has the name",
  code: "name_taken",
  detail: "there is a team of this name already; change that one, or choose another name",
};

function taken() {
  return problem(409, TAKEN.code, TAKEN.detail, { errors: [{ path: "/name", message: "taken" }] });
}

function entry(done: string, id: string, changes: object = {}) {
  return { action: `team.${done}`, target: { type: "team", id }, changes: { ...changes } };
}

/** What is given of a team, as it is stored. Throws 422 for members who are no users of the organisation. */
async function textOf<Given extends Partial<TeamText>>(
  sql: Queryable,
  { organizationId }: Caller,
  given: Given,
): Promise<Given> {
  const [missing] = await missingUsers(sql, organizationId, given.member_ids ?? []);
  if (missing !== undefined)
    throw refused(`/member_ids/${(given.member_ids ?? []).indexOf(missing)}`, "no such user");
  return given.name === undefined ? given : { ...given, name: clean("/name", given.name).trim() };
}
