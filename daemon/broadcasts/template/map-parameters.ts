import type { Parameter, Parameters } from "../plan/parameter.ts";

/** Parameters with each of them changed. */
export function mapParameters(
  { header, body, buttons }: Parameters,
  change: (parameter: Parameter) => Parameter,
): Parameters {
  const each = (all: Record<string, Parameter>) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));
  return {
    ...(header === undefined ? {} : { header: change(header) }),
    ...(body === undefined ? {} : { body: Array.isArray(body) ? body.map(change) : each(body) }),
    ...(buttons === undefined ? {} : { buttons: each(buttons) }),
  };
}
