import type { Sql, Transaction } from "../../../db/connection/client.ts";
import {
  endRecount,
  holdRecount,
  keepRecount,
  planRecount,
  type RecountRow,
  type RecountStage,
  sayCounted,
} from "../../../db/costs/recount.ts";
import { type NextStep, takeSteps } from "../../lanes/steps.ts";
import type { TemplateDefinitions } from "../../messages/template-definitions.ts";
import { readRates } from "../rates/rate-cards.ts";
import { recountDay } from "./days.ts";
import type { Slice } from "./slice.ts";
import { chargeReported, expectAnew } from "./uncharged.ts";

/** The organisation whose costs are counted anew: the payload of the job. */
export type Recount = { organization_id: string };

/** Messages that one transaction looks at. */
const MOST = 500;

const STAGES: Record<RecountStage, { run: (slice: Slice) => Promise<NextStep>; next: RecountStage | null }> =
  {
    charges: { run: chargeReported, next: "days" },
    days: { run: recountDay, next: "expected" },
    expected: { run: expectAnew, next: null },
  };

type Dependencies = { sql: Sql; templates: Pick<TemplateDefinitions, "find"> };

/** Counts an organisation's costs anew, slice by slice, since another price holds for them. */
export async function recountCosts(
  dependencies: Dependencies,
  { organization_id }: Recount,
  most = MOST,
): Promise<void> {
  await takeSteps(
    () => stepRecount(dependencies, organization_id, most),
    (milliseconds) => planRecount(dependencies.sql, organization_id, new Date(Date.now() + milliseconds)),
  );
}

/** One slice, in one transaction. What is locked at the moment is tried again. */
async function stepRecount(
  { sql, templates }: Dependencies,
  organizationId: string,
  most: number,
): Promise<NextStep> {
  const step = async (transaction: Transaction): Promise<NextStep> => {
    const row = await holdRecount(transaction, organizationId);
    if (row === null) return "nothing";
    const { run, next } = STAGES[row.stage];
    const rates = await readRates(transaction);
    const done = await run({ sql: transaction, templates, rates, row, most });
    if (done !== "nothing") return done;
    return next === null ? await finish(transaction, row) : await begin(transaction, row, next);
  };
  try {
    return (await sql.begin(step)) as NextStep;
  } catch (cause) {
    if (isHeldUp(cause)) return "wait";
    throw cause;
  }
}

async function begin(sql: Transaction, { organization_id }: RecountRow, stage: RecountStage) {
  const place = { day: null, message_id: null, participant: "", places: "{}" };
  await keepRecount(sql, organization_id, { ...place, stage });
  return "step" as const;
}

/** All is counted; a little later once more, for what other daemons charged meanwhile by the card before. */
async function finish(sql: Transaction, row: RecountRow): Promise<NextStep> {
  const { organization_id, settles_at } = row;
  if (settles_at <= new Date()) {
    await endRecount(sql, organization_id);
    return "nothing";
  }
  await begin(sql, row, "charges");
  await sayCounted(sql, row);
  return "nothing";
}

/** lock_not_available, deadlock_detected */
function isHeldUp(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  return code === "55P03" || code === "40P01";
}
