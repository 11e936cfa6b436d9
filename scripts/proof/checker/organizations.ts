import type { History } from "../history/history.ts";
import { organizationOf } from "../world/texts.ts";

/** Promise 13: what belongs to another organisation does not exist: not when it is asked for, and not by itself. */
export function checkOrganizations(history: History) {
  const shown = history.probes
    .filter(({ status }) => status !== null && status < 400)
    .map(({ organization, path, status }) => ({
      says: `${organization} asked for ${path} of another organisation, and was answered ${status}`,
      about: [path],
    }));
  return [...shown, ...strayed(history)];
}

/** Texts, which say whose they are, in places of other organisations. */
function strayed({ end, endpoints, received }: History) {
  const owners = new Map(endpoints.map(({ id, organization }) => [id, organization]));
  const events = new Map(end.events.map(({ id, organization }) => [id, organization]));
  const records = end.messages
    .filter(({ organization, text }) => isForeign(organization, text))
    .map(({ organization, text }) => ({ says: `${organization} has a record of ${text}`, about: [text] }));
  const webhooks = received
    .filter(({ id, endpoint }) => events.has(id) && events.get(id) !== owners.get(endpoint))
    .map(({ id, endpoint }) => ({ says: `${id} came to ${endpoint}, of another organisation`, about: [id] }));
  return [...records, ...webhooks];
}

function isForeign(organization: string, text: string): boolean {
  const owner = organizationOf(text);
  return owner !== null && owner !== organization;
}
