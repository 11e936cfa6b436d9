import { objects } from "../../../lib/objects.ts";
import type { ProviderChannel } from "../../channel.ts";
import type { GroupAnswer, GroupCalls, GroupRequest } from "../../groups.ts";
import type { CallOutcome } from "../../management.ts";
import type { Graph } from "../graph.ts";
import { field, type Json, text } from "../inbound/values.ts";
import { manage, readAll } from "../management.ts";
import { FIELDS, readGroup, readJoinRequest, readListed, readOutcomes } from "./read.ts";

/** Where a call goes. */
type Account = { phoneNumberId: string; accessToken: string };
type Begun = GroupAnswer | { reportedAs: string };

const PRODUCT = { messaging_product: "whatsapp" };
const PAGE = 100;

/** Groups of official numbers. Source: Meta, "Group management", and its OpenAPI file. */
export function createGroupCalls(graph: Graph): GroupCalls {
  return {
    async ask({ phoneNumberId, accessToken }: ProviderChannel, request) {
      if (phoneNumberId === null || accessToken === null)
        return refused("the channel has no access token", null);
      return await carryOut(graph, { phoneNumberId, accessToken }, request);
    },
  };
}

async function carryOut(graph: Graph, account: Account, request: GroupRequest): Promise<Begun> {
  const { phoneNumberId, accessToken } = account;
  const call = async (method: "GET" | "POST" | "DELETE", path: string, body?: Json) =>
    await manage(graph, { method, path, accessToken, body: body && { ...PRODUCT, ...body } }, (read) => read);
  switch (request.kind) {
    case "list":
      return done(
        await readAll(graph, `/${phoneNumberId}/groups?limit=${PAGE}`, accessToken, readListed, listedIn),
        (result) => result,
      );
    case "get":
      return done(await call("GET", `/${request.group}?fields=${FIELDS}`), (body) =>
        readGroup(request.group, body),
      );
    case "create":
      return begun(await call("POST", `/${phoneNumberId}/groups`, creation(request)));
    case "update":
      return begun(await call("POST", `/${request.group}`, changes(request)));
    case "delete":
      return begun(await call("DELETE", `/${request.group}`));
    case "participants": {
      const participants = request.participants.map((user) => ({ user }));
      return begun(await call("DELETE", `/${request.group}/participants`, { participants }));
    }
    case "invite": {
      const path = `/${request.group}/invite_link`;
      return done(await (request.revoke ? call("POST", path, {}) : call("GET", path)), inviteCode);
    }
    case "join_requests":
      return done(
        await readAll(graph, `/${request.group}/join_requests?limit=${PAGE}`, accessToken, readJoinRequest),
        (result) => result,
      );
    case "answer_join_requests":
      return done(
        await call(request.approve ? "POST" : "DELETE", `/${request.group}/join_requests`, {
          join_requests: request.requests,
        }),
        (body) => readOutcomes(request.requests, body),
      );
    case "join":
    case "leave":
      return refused("official numbers can't do this", null);
  }
}

function creation({ subject, description, joinApproval }: Extract<GroupRequest, { kind: "create" }>): Json {
  return {
    subject,
    ...(description === null ? {} : { description }),
    ...(joinApproval === null ? {} : { join_approval_mode: joinApproval }),
  };
}

function changes({ subject, description }: Extract<GroupRequest, { kind: "update" }>): Json {
  return {
    ...(subject === null ? {} : { subject }),
    ...(description === null ? {} : { description }),
  };
}

/** Meta's reference has the list in `data.groups`. */
function listedIn({ data }: Json): Json[] {
  return objects(Array.isArray(data) ? data : field(data, "groups"));
}

function inviteCode(body: Json): string {
  return (text(body.invite_link) ?? "").replace(/^https:\/\/chat\.whatsapp\.com\//, "");
}

type Result = Extract<GroupAnswer, { result: unknown }>["result"];

function done<Value>(outcome: CallOutcome<Value>, read: (value: Value) => Result): GroupAnswer {
  return outcome.kind === "done" ? { result: read(outcome.value) } : failed(outcome);
}

/** What takes longer is reported under a request's id. */
function begun(outcome: CallOutcome<Json>): Begun {
  if (outcome.kind !== "done") return failed(outcome);
  const requestId = text(outcome.value.request_id);
  return requestId === null ? { result: null } : { reportedAs: requestId };
}

/** Meta's code of a group that is not there, or not this number's. */
const UNKNOWN_GROUP = "131041";

function failed(outcome: Exclude<CallOutcome<unknown>, { kind: "done" }>): GroupAnswer {
  if (outcome.kind === "unavailable")
    return { refusal: { reason: "no_response", code: null, text: outcome.reason } };
  const { provider_code, detail } = outcome.error;
  if (provider_code === UNKNOWN_GROUP)
    return { refusal: { reason: "not_found", code: Number(provider_code), text: detail } };
  return refused(detail, provider_code === null ? null : Number(provider_code));
}

function refused(words: string, code: number | null): GroupAnswer {
  return { refusal: { reason: "refused", code, text: words } };
}
