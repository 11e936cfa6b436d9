import type { TSchema } from "../../../lib/typebox.ts";
import type { Validator } from "../http/validate.ts";
import type { World } from "../world.ts";

export type ControlRequest = { world: World; url: URL; body: unknown };
export type ControlHandler = (request: ControlRequest) => Response | Promise<Response>;

export function controlResponse(body: object): Response {
  return Response.json(body);
}

export function controlRefusal(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}

/** The mistakes of a body, without the codes and titles of the Graph API. */
export function problemOf<T extends TSchema>(validator: Validator<T>, body: unknown): string {
  const { details, message } = validator.explain(body, "");
  return details ?? message;
}
