import type { World } from "../world.ts";
import type { GraphFailure } from "./errors.ts";
import { jsonResponse, refuse } from "./responses.ts";

/** One request to an object of the graph. */
export type Exchange = { request: Request; url: URL; world: World; id: string };

export type Handler = (exchange: Exchange) => Response | Promise<Response>;

export function ok({ world }: Exchange, body: unknown): Response {
  return jsonResponse(body, world.settings.version);
}

export function no({ world }: Exchange, failure: GraphFailure): Response {
  return refuse(failure, world.settings.version);
}

/** The request's body as JSON; undefined when it is none. */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}
