import type { Sql } from "../../../db/connection/client.ts";
import type { ImportKey } from "../../../db/imports/imports.ts";
import { finishImport, type ImportEnd, peekImports, startImports } from "../../../db/imports/work.ts";
import type { LaneItem, LaneWork } from "../../lanes/lane.ts";
import { deferByItems } from "../../lanes/waiting.ts";
import { createRunner, type RunDependencies } from "./run.ts";

/** A due import in its organisation's lane. */
export type ImportItem = LaneItem & { row: ImportKey };

/**
 * The work of the import lanes: each organisation has one, whose imports run one after
 * another. If the daemon dies, another takes the lane and continues from what was committed.
 */
export function createImportWork(dependencies: RunDependencies): LaneWork<ImportItem, ImportEnd> {
  const { sql, daemonId } = dependencies;
  const run = createRunner(dependencies);
  return {
    async open(lane) {
      const { organizationId } = lane;
      return {
        concurrency: () => 1,
        delay: () => 0,
        async peek(busy, limit) {
          const rows = await peekImports(sql, organizationId, busy, limit);
          return rows.map((row) => ({ itemId: row.id, orderKey: row.id, row }));
        },
        async start(items) {
          const started = await startImports(
            sql,
            organizationId,
            daemonId,
            items.map((item) => item.itemId),
          );
          return items.filter((item) => started.includes(item.itemId));
        },
        run: (item, signal) => run(item.row, signal),
        finish: (results) => finishAll(sql, organizationId, daemonId, results),
        reduced: (end) =>
          end.status === "failed" ? { ...end, error: "why the import failed could not be stored" } : end,
        ...deferByItems(sql, lane),
      };
    },
  };
}

async function finishAll(
  sql: Sql,
  organizationId: string,
  daemonId: string,
  ends: readonly ImportEnd[],
): Promise<void> {
  for (const end of ends) await finishImport(sql, organizationId, daemonId, end);
}
