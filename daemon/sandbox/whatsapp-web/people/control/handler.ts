import { Type } from "../../../../lib/typebox.ts";
import { Refusal } from "../../faults/refusal.ts";
import type { ControlRequest } from "../../link.ts";
import type { PeopleControl } from "./control.ts";

/** A route's work. */
export type PeopleHandler = (control: PeopleControl, request: ControlRequest) => Response | Promise<Response>;

/** A number as digits, in a body. */
export const digits = Type.String({ pattern: "^[1-9][0-9]{4,14}$" });

/** A group's id, in a body. */
export const groupId = Type.String({ pattern: "^[0-9-]+@g\\.us$", maxLength: 64 });

export const milliseconds = Type.Integer({ minimum: 0, maximum: 600_000 });

/** One of the names. */
export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Union(names.map((name) => Type.Literal(name as Names[number])));

/** A whole number in the query; undefined when it is not there. Throws `Refusal` 400 when it is something else. */
export function wholeNumber({ url }: ControlRequest, name: string): number | undefined {
  const given = url.searchParams.get(name);
  if (given === null) return undefined;
  if (!/^\d{1,16}$/.test(given)) throw new Refusal(400, `${name} must be a whole number`);
  return Number(given);
}
