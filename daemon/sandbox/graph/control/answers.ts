import type { World } from "../world.ts";

export type ControlRequest = { world: World; url: URL; body: unknown };
export type ControlHandler = (request: ControlRequest) => Response | Promise<Response>;

export function controlAnswer(body: object): Response {
  return Response.json(body);
}

export function controlRefusal(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}
