import { isObject, objects } from "../../../lib/objects.ts";
import { seconds } from "../wire/nodes.ts";
import type { World } from "../world.ts";

/** WhatsApp Web's `WAWebMexUsyncQuery`, by which it asks what people say about themselves. */
export const ABOUT_QUERY = "29829202653362039";

/** The server's answer in place of something absent. */
const EMPTY = { __typename: "XWA2ResponseStatus", status: "EMPTY" };

/** The people that a query asks about, by its JSON; each with what it asks for. */
export function aboutUsers(world: World, json: string): object[] {
  const variables = variablesOf(json);
  const input = isObject(variables.input) ? variables.input : {};
  return objects(input.query_input).map(({ jid }) => ({
    ...{ __typename: "XWA2User", id: null, jid },
    ...(variables.include_about_status === true ? { about_status_info: aboutOf(world, String(jid)) } : {}),
    ...(variables.include_username === true ? { username_info: EMPTY } : {}),
  }));
}

function aboutOf(world: World, jid: string): object {
  const number = world.phones.numberAt(jid);
  const known = number !== undefined && world.people.isOnWhatsApp(number);
  const about = known ? world.people.profile(number).about : undefined;
  if (about === undefined) return EMPTY;
  return { __typename: "XWA2AboutStatus", text: about.text, timestamp: seconds(about.setAt.getTime()) };
}

function variablesOf(json: string): Record<string, unknown> {
  const payload: unknown = JSON.parse(json);
  return isObject(payload) && isObject(payload.variables) ? payload.variables : {};
}
