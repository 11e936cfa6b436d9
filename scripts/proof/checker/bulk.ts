import type { BroadcastEnd, History, ImportEnd } from "../history/history.ts";

/** Promise 12: a broadcast writes to each person once, an import makes one contact of each row; their counts add up. */
export function checkBulk({ broadcasts, imports }: History) {
  return [...broadcasts.flatMap(ofBroadcast), ...imports.flatMap(ofImport)];
}

function ofBroadcast({ id, status, audience, states, people }: BroadcastEnd) {
  const twice = [...Map.groupBy(people, (person) => person)].filter(([, messages]) => messages.length > 1);
  const sum = Object.values(states).reduce((one, other) => one + other, 0);
  const repeated = twice.map(([person]) => ({
    says: `${id} made two messages for ${person}`,
    about: [id, person],
  }));
  if (status !== "completed") return [...repeated, { says: `${id} is ${status} at the end`, about: [id] }];
  if (sum !== audience)
    return [...repeated, { says: `${id} has an audience of ${audience}, and counts ${sum}`, about: [id] }];
  return repeated;
}

function ofImport({ id, status, rows, counts, contacts }: ImportEnd) {
  if (status !== "completed") return [{ says: `${id} is ${status} at the end`, about: [id] }];
  const { records, created, updated, unchanged, refused } = counts;
  if (records !== rows || created + updated + unchanged + refused !== rows)
    return [{ says: `${id} counts ${JSON.stringify(counts)} of ${rows} rows`, about: [id] }];
  const wrong = contacts.findIndex((found) => found !== 1);
  return wrong === -1
    ? []
    : [{ says: `row ${wrong} of ${id} became ${contacts[wrong]} contacts`, about: [id] }];
}
