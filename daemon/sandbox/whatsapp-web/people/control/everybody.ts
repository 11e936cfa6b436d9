import { Type } from "../../../../lib/typebox.ts";
import { controlResponse } from "../../../graph/control/responses.ts";
import { strict } from "../../../graph/http/schema.ts";
import { createValidator } from "../../../graph/http/validate.ts";
import { checked } from "../../control/checked.ts";
import { BEHAVIOURS } from "../behaviours.ts";
import { KINDS } from "../kinds/table.ts";
import { milliseconds, type PeopleHandler } from "./handler.ts";
import { shownBehaviour } from "./shown.ts";

const timings = createValidator(
  strict({
    delivered_ms: Type.Optional(milliseconds),
    read_ms: Type.Optional(milliseconds),
    played_ms: Type.Optional(milliseconds),
  }),
);

/** `GET /sandbox/people`: the test numbers, and the kinds of messages that people send. */
export const getPeople: PeopleHandler = () =>
  controlResponse({ behaviours: BEHAVIOURS.map(shownBehaviour), kinds: KINDS });

/** `GET /sandbox/people/counts`: how many messages and copies came to all phones together. */
export const getCounts: PeopleHandler = (control) => controlResponse(control.counts());

/** `GET /sandbox/people/failures`: defects of the sandbox that showed. */
export const getFailures: PeopleHandler = (control) =>
  controlResponse({ data: control.failures().map(({ message }) => message) });

/** `POST /sandbox/people/timings`: when people report, in milliseconds after a message came. */
export const postTimings: PeopleHandler = (control, request) => {
  const { delivered_ms, read_ms, played_ms } = checked(timings, request);
  const settled = control.setTimings({
    ...(delivered_ms !== undefined && { deliveredMs: delivered_ms }),
    ...(read_ms !== undefined && { readMs: read_ms }),
    ...(played_ms !== undefined && { playedMs: played_ms }),
  });
  return controlResponse({
    delivered_ms: settled.deliveredMs,
    read_ms: settled.readMs,
    played_ms: settled.playedMs,
  });
};
