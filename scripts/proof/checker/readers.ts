import type { History, Reading } from "../history/history.ts";

/** Promise 9: a reader that goes on where it was has exactly the log, from its first event to the last. */
export function checkReaders({ readings, end }: History) {
  const logs = Map.groupBy(end.events, ({ organization }) => organization);
  return readings.flatMap((reading) => {
    const log = (logs.get(reading.organization) ?? []).map(({ id }) => id);
    return firstDifference(reading, log);
  });
}

function firstDifference({ reader, ids }: Reading, log: string[]) {
  const at = ids.findIndex((id, index) => id !== log[index]);
  const [had, expected] = at === -1 ? [undefined, log[ids.length]] : [ids[at], log[at]];
  if (had === undefined && expected === undefined) return [];
  const about = [had, expected].filter((id) => id !== undefined);
  if (had === undefined) return [{ says: `${reader} never got ${expected}`, about }];
  const how = ids.indexOf(had) < at ? "a second time" : "out of order";
  return [{ says: `${reader} got ${had} ${how}, where the log has ${expected ?? "nothing"}`, about }];
}
