import { createHash } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ApprovalRecord } from "../../db/approvals/approvals.ts";
import type { Sql } from "../../db/connection/client.ts";
import { decideApproval } from "../approvals/decide.ts";
import { readApprovals } from "../approvals/price-now.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { Refused } from "../http/inside/own-api.ts";
import { Problem, problem, problemBody } from "../http/problem.ts";
import { retryDeadlock } from "../lib/retry-deadlock.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { questionOf } from "./question.ts";
import type { Outcome } from "./tool.ts";

/** The person at an agent's program, who may approve what waits where the guard of its key says so. */
export type Person = {
  /** What the client is to ask them about what waits; null where nothing does, it can't, or their answer would not count. */
  question(outcome: Outcome, context: ServerContext): InputRequiredResult | null;
  /** Opens the state that came back with an answer. Throws for one that this key was not given, or whose time is over. */
  open(state: string): Asked;
  /** Carries their answer out, and returns the approval. Throws `Refused`. */
  answer(asked: Asked, context: ServerContext): Promise<Outcome>;
};

/** What was asked: by the hash of what was shown. */
export type Asked = { approval: string; shown: string; until: number };

/** How long an answer may take. */
const PATIENCE_MS = 10 * 60_000;
const ANSWER = "approval";
const CHANGED = "it reads otherwise now than as it was shown; it waits for somebody to decide on the page";
const DECISIONS = { accept: "approve", decline: "refuse" } as const;

/** Makes the person of one request. What they are asked is sealed for its key: the program can't make up what was. */
export function createPerson(
  { sql, secrets }: { sql: Sql; secrets: Pick<Secrets, "encrypt" | "decrypt"> },
  caller: Caller,
): Person {
  const { organizationId, channelIds, agent, actor } = caller;
  const counts = agent?.approval_at_client === true;
  const sealedFor = `approval at client ${organizationId} ${actor.id}`;
  const ask = (record: ApprovalRecord): InputRequiredResult => {
    const message = questionOf(record);
    const asked: Asked = { approval: record.id, shown: hashOf(message), until: Date.now() + PATIENCE_MS };
    const requestedSchema = { type: "object" as const, properties: {} };
    return inputRequired({
      inputRequests: { [ANSWER]: inputRequired.elicit({ message, requestedSchema }) },
      requestState: secrets.encrypt(JSON.stringify(asked), sealedFor),
    });
  };

  async function decide({ approval: id, shown }: Asked, context: ServerContext): Promise<ApprovalRecord> {
    const view = inputResponse(context.mcpReq.inputResponses, ANSWER);
    const decision = view.kind === "elicit" && view.action !== "cancel" ? DECISIONS[view.action] : null;
    const [known] = await readApprovals(sql, organizationId, { channelIds, keyId: actor.id, id }, null, 1);
    const record = found(known ?? null, "approval");
    if (decision === null) return record;
    if (hashOf(questionOf(record)) !== shown) throw problem(409, "changed_since_shown", CHANGED);
    const who = { ...caller, actor: { type: "elicitation" as const, id: actor.id }, tool: "send" };
    return await retryDeadlock(() => decideApproval(sql, who, { approvalId: id, decision }));
  }

  return {
    question: ({ waiting }, context) =>
      waiting !== undefined && counts && canAsk(context) ? ask(waiting) : null,
    open(state) {
      const asked = JSON.parse(secrets.decrypt(state, sealedFor)) as Asked;
      if (!counts || asked.until < Date.now()) throw new Error("an answer to this does not count any more");
      return asked;
    },
    async answer(asked, context) {
      const approval = await decide(asked, context).catch((cause: unknown) => {
        throw cause instanceof Problem ? new Refused(cause.status, problemBody(cause)) : cause;
      });
      return { records: { data: { id: approval.id, status: approval.status, approval } } };
    },
  };
}

/** Whether the client shows forms, which an empty capability says as well (Model Context Protocol, Elicitation). */
function canAsk({ mcpReq }: ServerContext): boolean {
  const declared: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {};
  const elicitation = declared[CLIENT_CAPABILITIES_META_KEY]?.elicitation;
  return (
    elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0)
  );
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
