import { type Static, Type } from "../../../../lib/typebox.ts";
import { valueError } from "../../../../message-types/template/variable.ts";
import { failure, type GraphFailure, missingParameter } from "../../http/errors.ts";
import { strict } from "../../http/schema.ts";
import type { World } from "../../world.ts";
import { first } from "./kind.ts";
import { mediaFailure, mediaSource } from "./media.ts";

const part = Type.Optional(Type.Integer());

const dateTime = strict({
  fallback_value: Type.String(),
  calendar: Type.Optional(Type.String()),
  day_of_week: part,
  day_of_month: part,
  year: part,
  month: part,
  hour: part,
  minute: part,
});

const TYPES = [
  ...["text", "currency", "date_time", "image", "video", "document", "location"],
  ...["payload", "action", "coupon_code", "limited_time_offer"],
] as const;

/** A parameter of a template component; which property it needs is named by its type. */
export const parameter = strict({
  type: Type.String({ pattern: `^(${TYPES.join("|")})$` }),
  parameter_name: Type.Optional(Type.String({ pattern: "^[a-z_0-9]+$" })),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 32_768 })),
  currency: Type.Optional(
    strict({
      fallback_value: Type.String(),
      code: Type.String({ pattern: "^[A-Z]{3}$" }),
      amount_1000: Type.Integer(),
    }),
  ),
  date_time: Type.Optional(dateTime),
  image: Type.Optional(strict(mediaSource)),
  video: Type.Optional(strict(mediaSource)),
  document: Type.Optional(strict({ ...mediaSource, filename: Type.Optional(Type.String()) })),
  location: Type.Optional(
    strict({
      latitude: Type.Union([Type.Number(), Type.String()]),
      longitude: Type.Union([Type.Number(), Type.String()]),
      name: Type.Optional(Type.String()),
      address: Type.Optional(Type.String()),
    }),
  ),
  payload: Type.Optional(Type.String({ minLength: 1 })),
  action: Type.Optional(Type.Object({})),
  coupon_code: Type.Optional(Type.String({ minLength: 1, maxLength: 15 })),
  limited_time_offer: Type.Optional(strict({ expiration_time_ms: Type.Integer() })),
});

export type Parameter = Static<typeof parameter>;

const LONGEST_HEADER = 60;

/** The rules that hold for a component's parameters whatever its template. */
export function parametersFailure(
  parameters: Parameter[],
  component: string,
  world: World,
): GraphFailure | null {
  return first(...parameters.map((entry, index) => parameterFailure(entry, component, index, world)));
}

function parameterFailure(
  entry: Parameter,
  component: string,
  index: number,
  world: World,
): GraphFailure | null {
  const at = `${component}: parameter ${index}`;
  if (!Object.keys(entry).includes(entry.type))
    return missingParameter(`${at} of type ${entry.type} is empty`);
  if (component === "header" && (entry.text?.length ?? 0) > LONGEST_HEADER) {
    return failure(
      400,
      132005,
      "Translated text too long",
      `${at} has more than ${LONGEST_HEADER} characters`,
    );
  }
  const texts = [entry.text, entry.currency?.fallback_value, entry.date_time?.fallback_value];
  if (texts.some((text) => text !== undefined && valueError(text) !== null))
    return failure(
      400,
      132018,
      "There was an issue with the parameters in your template",
      `${at}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
    );
  return first(
    entry.image === undefined ? null : mediaFailure(entry.image, "image", `${at} image`, world),
    entry.video === undefined ? null : mediaFailure(entry.video, "video", `${at} video`, world),
    entry.document === undefined ? null : mediaFailure(entry.document, "document", `${at} document`, world),
  );
}
