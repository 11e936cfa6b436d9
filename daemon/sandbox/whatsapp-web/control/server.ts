import { Type } from "../../../lib/typebox.ts";
import { controlResponse } from "../../graph/control/responses.ts";
import { strict } from "../../graph/http/schema.ts";
import { createValidator } from "../../graph/http/validate.ts";
import { FAULTS, type FaultName, type Moment } from "../faults/faults.ts";
import type { ControlRequest } from "../link.ts";
import { checked, NUMBER } from "./checked.ts";
import type { ControlledSandbox } from "./control.ts";

const MOST_TIMES = 1_000_000;
const MOST_DELAY_MS = 600_000;

const names = Object.keys(FAULTS) as FaultName[];
const moments: Moment[] = ["now", "upgrade", "registration", "login", "message", "lookup", "call"];

const restarted = createValidator(strict({ keep: Type.Boolean() }));
const faulty = createValidator(
  strict({
    fault: Type.Union(names.map((name) => Type.Literal(name))),
    at: Type.Optional(Type.Union(moments.map((moment) => Type.Literal(moment)))),
    number: Type.Optional(Type.String({ pattern: NUMBER.source })),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TIMES })),
    delay_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_DELAY_MS })),
  }),
);

/** `GET /sandbox/web`: where clients connect, and what they trust. */
export function getConnection({ url, rootKey, certificate }: ControlledSandbox): Response {
  return controlResponse({ url, root_key: rootKey, certificate: certificate.cert });
}

/** `GET /sandbox/received?number=`: the last stanzas that companions sent, oldest first, and how many there were of each. */
export function getReceived({ control }: ControlledSandbox, { url }: ControlRequest): Response {
  const number = url.searchParams.get("number");
  const { counts, data, complaints } = control.received();
  return controlResponse({
    counts,
    complaints,
    data: data.filter((received) => number === null || received.number === number),
  });
}

/** `GET /sandbox/faults`: those that have not happened yet, and all that there are. */
export function getFaults({ control }: ControlledSandbox): Response {
  return controlResponse({ data: control.faults(), known: FAULTS });
}

/** `POST /sandbox/faults`: something goes wrong: to whom, when and how often is up to the body. */
export function postFault({ control }: ControlledSandbox, request: ControlRequest): Response {
  return controlResponse(control.fault(checked(faulty, request)));
}

/** `DELETE /sandbox/faults`: those that have not happened yet will not happen. */
export function deleteFaults({ control }: ControlledSandbox): Response {
  control.clearFaults();
  return controlResponse({ data: [] });
}

/** `POST /sandbox/restart`: the server goes away and comes back, with everything (`keep`) or nothing. */
export async function postRestart(
  { control }: ControlledSandbox,
  request: ControlRequest,
): Promise<Response> {
  await control.restart(checked(restarted, request));
  return controlResponse({ restarted: true });
}
