import type { RowOf } from "../../api/call.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";

export type Approval = RowOf<"GET /v1/approvals">;

/** The most that are read at once. */
const MOST = 100;
const NONE: readonly Approval[] = [];

/** What waits for a decision that the user may make, the newest first; undefined while it is read. */
export function useToDecide(): readonly Approval[] | undefined {
  const may = useMay();
  const enabled = may("messages:read") && may("approvals:decide");
  const query = { status: "waiting", limit: MOST } as const;
  const { data } = useAsk("GET /v1/approvals", { query }, { enabled });
  return enabled ? data?.data : NONE;
}
