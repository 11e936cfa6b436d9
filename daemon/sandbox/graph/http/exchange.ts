import type { World } from "../world.ts";
import type { GraphFailure } from "./errors.ts";
import { jsonResponse, refuse } from "./responses.ts";

/** One request to an object of the graph. */
export type Exchange = {
  request: Request;
  url: URL;
  world: World;
  id: string;
  /** The version of the Graph API that answers. */
  version: string;
};

export type Handler = (exchange: Exchange) => Response | Promise<Response>;

export function ok({ version }: Exchange, body: unknown): Response {
  return jsonResponse(body, version);
}

export function no({ version }: Exchange, failure: GraphFailure): Response {
  return refuse(failure, version);
}

/** The request's body as JSON; undefined when it is none. */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}
