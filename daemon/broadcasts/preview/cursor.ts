import { createHash } from "node:crypto";
import type { Cursors } from "../../http/paging.ts";
import type { AudienceFile } from "../file/schema.ts";
import type { BroadcastPlan } from "../plan/plan.ts";
import type { Progress } from "./preview.ts";

/** Cursors of the previews of one plan; those of another are refused. */
export function previewCursors(
  cursors: Cursors,
  { organization_id, channel_ids, plan }: BroadcastPlan,
  file: AudienceFile | null,
) {
  const whose = createHash("sha256").update(JSON.stringify([organization_id, channel_ids, plan, file]));
  const own = cursors.of(`broadcast preview ${whose.digest("hex")}`);
  return {
    seal: (progress: Progress): string => own.seal(JSON.stringify(progress)),
    open(cursor: string | undefined): Progress | null {
      const sealed = own.open(cursor);
      return sealed === null ? null : (JSON.parse(sealed) as Progress);
    },
  };
}
