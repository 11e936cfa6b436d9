import { reportName } from "../../channels/asking/report-name.ts";
import type { Apply } from "./apply-kind.ts";

/** How changes of groups ended: whoever asked for one may be waiting, at any daemon. */
export const applyGroupReports: Apply<"group_report"> = async (writes, channels, reports) => {
  for (const { organization_id, id: channel_id } of channels)
    for (const { requestId, group, failures } of reports) {
      const given = { id: reportName(channel_id, requestId), answer: JSON.stringify({ group, failures }) };
      writes.add({ kind: "group_report", organization_id, channel_id, given });
    }
};
