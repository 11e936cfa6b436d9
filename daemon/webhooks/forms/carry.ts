import type { Carry } from "../../events/records/include.ts";
import { included } from "./include.ts";
import { loadRecords, type RecordDependencies } from "./records.ts";
import { parseEvent } from "./subject.ts";

/** For readers of the log and of the stream, who get the same as endpoints do. */
export function createCarry(dependencies: Omit<RecordDependencies, "sql">): Carry {
  return async (sql, { organizationId, channelIds: channels, base }, include, rows) => {
    const subjects = rows.map(({ body }) => parseEvent(body).subject);
    const wanted = { organizationId, names: include, channels, base };
    const records = await loadRecords({ ...dependencies, sql }, wanted, subjects);
    return rows.map((row, nth) => {
      const [subject, found] = [subjects[nth], records[nth]];
      if (subject === undefined || found === undefined) return row;
      return { ...row, body: included(row.body, subject, include, found) };
    });
  };
}
