import type { NewBroadcast } from "../../../lib/api/types/broadcasts.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { parsePair } from "../../../lib/values/pairs.ts";
import { isNamed } from "../../../lib/values/template-variable.ts";
import type { DraftOptions } from "./options.ts";

type Parameters = NonNullable<NewBroadcast["template"]["parameters"]>;
type Parameter = NonNullable<Parameters["header"]>;

/** `{field}` or `{field|fallback}`. */
const FIELD = /^\{([^|{}]+)(?:\|([^{}]*))?\}$/;
/** The parameters of a template from the options; nothing where none are given. */
export function parametersOf({ param, header, button }: DraftOptions): Parameters | undefined {
  if (param.length === 0 && header === undefined && button.length === 0) return undefined;
  return {
    ...(header === undefined ? {} : { header: parameterOf(header) }),
    ...(param.length === 0 ? {} : { body: bodyOf(param) }),
    ...(button.length === 0 ? {} : { buttons: Object.fromEntries(button.map(buttonOf)) }),
  };
}

function bodyOf(given: string[]): NonNullable<Parameters["body"]> {
  const named = given.filter((text) => isNamed(text)).length;
  if (named === 0) return given.map((text) => parameterOf(text.startsWith("=") ? text.slice(1) : text));
  if (named !== given.length)
    throw usageFailure(
      "--param mixes named and positional variables",
      "Name all of them or none; write =value for a positional value that contains =.",
    );
  return Object.fromEntries(
    given.map((text) => {
      const [name, value] = parsePair("param", text);
      return [name, parameterOf(value)];
    }),
  );
}

function buttonOf(pair: string): [string, Parameter] {
  const [index, value] = parsePair("button", pair);
  if (!/^[0-9]$/.test(index))
    throw usageFailure(`--button must start with the button's position, 0 to 9, not '${index}'`);
  return [index, parameterOf(value)];
}

function parameterOf(text: string): Parameter {
  const [, field, fallback] = FIELD.exec(text) ?? [];
  if (field === undefined) return text;
  return fallback === undefined || fallback === "" ? { field } : { field, fallback };
}
