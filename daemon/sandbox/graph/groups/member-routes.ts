import { Type } from "../../../lib/typebox.ts";
import { failure } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import { pageOf } from "../http/pages.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import { admit, MOST_MEMBERS } from "./people.ts";
import { personOf } from "./reports.ts";
import { readBody, report } from "./routes.ts";
import { newRequestId, type SandboxGroup } from "./store.ts";

const product = { messaging_product: Type.Literal("whatsapp") };
const removal = createValidator(
  strict({
    ...product,
    participants: Type.Array(strict({ user: Type.String({ minLength: 1 }) }), {
      minItems: 1,
      maxItems: MOST_MEMBERS,
    }),
  }),
);
const answers = createValidator(
  strict({ ...product, join_requests: Type.Array(Type.String(), { minItems: 1 }) }),
);

const NOT_IN_GROUP = {
  code: 131212,
  title: "Participant is not a part of the group",
  message: "Not in the group",
};
const GROUP_FULL = {
  code: 131204,
  title: "Participant overlimit",
  message: "Group participant size exceeds limit",
};
const NO_REQUEST = {
  code: 131213,
  title: "Group join request does not exist",
  message: "There is no such join request",
};

/** `DELETE /{group_id}/participants`: who was removed, and who not, comes by webhook. */
export async function removeMembers(exchange: Exchange, group: SandboxGroup): Promise<Response> {
  const body = await readBody(exchange, removal);
  if ("code" in body) return no(exchange, body);
  const named = body.participants.map(({ user }) => ({ input: user, person: user.replace(/^\+/, "") }));
  if (new Set(named.map(({ person }) => person)).size < named.length)
    return no(
      exchange,
      failure(400, 131202, "Duplicate participant", "Duplicate participants in the input."),
    );
  const [removed, failed] = [
    named.filter(({ person }) => group.members.includes(person)),
    named.filter(({ person }) => !group.members.includes(person)),
  ];
  group.members = group.members.filter((one) => !removed.some(({ person }) => person === one));
  const request_id = newRequestId();
  report(exchange, group, "group_participants_update", {
    ...{ group_id: group.id, type: "group_participants_remove", request_id, initiated_by: "business" },
    removed_participants: removed.map(({ input, person }) => ({ input, ...personOf(person) })),
    ...(failed.length === 0
      ? {}
      : { failed_participants: failed.map(({ person }) => ({ input: person, errors: [NOT_IN_GROUP] })) }),
  });
  return ok(exchange, { messaging_product: "whatsapp", request_id });
}

/** `GET /{group_id}/join_requests?limit=&after=` */
export function listRequests(exchange: Exchange, { requests }: SandboxGroup): Response {
  const page = pageOf(exchange, requests);
  if ("code" in page) return no(exchange, page);
  const data = page.data.map(({ id, person, at }) => ({
    ...{ join_request_id: id, creation_timestamp: at },
    ...personOf(person),
  }));
  return ok(exchange, { data, paging: page.paging });
}

/** `POST` and `DELETE /{group_id}/join_requests`: lets people in, or not. */
export async function answerRequests(exchange: Exchange, group: SandboxGroup): Promise<Response> {
  const body = await readBody(exchange, answers);
  if ("code" in body) return no(exchange, body);
  const found = body.join_requests.map((id) => ({
    id,
    request: group.requests.find((one) => one.id === id),
  }));
  const isApproval = exchange.request.method === "POST";
  const people = found.flatMap(({ request }) => request?.person ?? []);
  const { world } = exchange;
  const phone = world.phones.get(group.phoneId);
  const added = isApproval && phone !== undefined ? admit(world, phone, group, people) : people;
  const isDone = (person: string | undefined) => person !== undefined && added.includes(person);
  group.requests = group.requests.filter(({ person }) => !added.includes(person));
  const failed = found.filter(({ request }) => !isDone(request?.person));
  return ok(exchange, {
    messaging_product: "whatsapp",
    [isApproval ? "approved_join_requests" : "rejected_join_requests"]: found.flatMap(({ id, request }) =>
      isDone(request?.person) ? id : [],
    ),
    ...(failed.length === 0
      ? {}
      : {
          failed_join_requests: failed.map(({ id, request }) => ({
            ...{ join_request_id: id, errors: [request === undefined ? NO_REQUEST : GROUP_FULL] },
          })),
        }),
  });
}
