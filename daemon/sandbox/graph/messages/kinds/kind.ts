import type { Static, TSchema } from "../../../../lib/typebox.ts";
import type { GraphFailure } from "../../http/errors.ts";
import { createValidator } from "../../http/validate.ts";
import type { World } from "../../world.ts";

/** One kind of message the sandbox takes. */
export type Kind = {
  /** The `type` of the message; for interactive ones `interactive.` and the inner type. */
  key: string;
  /** The refusal of this content, null when Meta would take it. */
  refuse(content: unknown, world: World): GraphFailure | null;
};

type Check<T extends TSchema> = (content: Static<T>, world: World) => GraphFailure | null;

/** A kind from the schema of its content, and the rules a schema cannot say. */
export function defineKind<T extends TSchema>(key: string, schema: T, check?: Check<T>): Kind {
  const validator = createValidator(schema);
  const param = key.split(".")[0] ?? key;
  return {
    key,
    refuse(content, world) {
      if (!validator.is(content)) return validator.explain(content, param);
      return check === undefined ? null : check(content, world);
    },
  };
}

/** The first refusal of a list of checks. */
export function first(...failures: (GraphFailure | null)[]): GraphFailure | null {
  return failures.find((failure) => failure !== null) ?? null;
}

export function hasRepeats(values: string[]): boolean {
  return new Set(values).size !== values.length;
}
