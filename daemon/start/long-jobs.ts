import type { EndedList } from "../../db/crm/lists.ts";
import type { ErasureKey } from "../../db/erasing/erasures.ts";
import type { CancellationKey } from "../../db/messages/cancel/cancellations.ts";
import { type AskDependencies, type AskJob, askForApproval } from "../approvals/whatsapp/ask.ts";
import { type PressJob, type SettleDependencies, settlePress } from "../approvals/whatsapp/settle.ts";
import { type Recount, recountCosts } from "../costs/recount/recount.ts";
import { endList } from "../crm/list-end.ts";
import { type ErasingDependencies, eraseContact } from "../erasing/erase.ts";
import type { Lane } from "../lanes/lane.ts";
import { endLane } from "../lanes/lane-end.ts";
import type { Jobs } from "../lanes/worker.ts";
import { runCancellation } from "../messages/cancel/cancellation.ts";
import { type Account, readAccount } from "../templates/account-templates.ts";
import { type RequestedSync, runSync, type SyncDependencies } from "../templates/sync.ts";
import { type RequestedReplay, runReplay } from "../webhooks/replay.ts";

/** The long jobs, by the names that the database queues them under: work that its caller need not wait for. */
export function createLongJobs(
  dependencies: SyncDependencies & AskDependencies & SettleDependencies & ErasingDependencies,
) {
  const { sql } = dependencies;
  return {
    read_templates: async (account: Account) => void (await readAccount(dependencies, account)),
    template_sync: (requested: RequestedSync) => runSync(dependencies, requested),
    replay: (requested: RequestedReplay) => runReplay(sql, requested),
    approval_ask: (job: AskJob) => askForApproval(dependencies, job),
    approval_press: (job: PressJob) => settlePress(dependencies, job),
    end_lane: (lane: Lane) => endLane(sql, lane),
    end_list: (list: EndedList) => endList(sql, list),
    recount_costs: (recount: Recount) => recountCosts(dependencies, recount),
    erase_contact: (erasure: ErasureKey) => eraseContact(dependencies, erasure),
    cancel_messages: (cancellation: CancellationKey) => runCancellation(sql, cancellation),
  } satisfies Jobs;
}
