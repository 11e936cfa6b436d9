import type { History, Sample } from "../history/history.ts";

/** The most that a daemon may take in a world of this size. */
const MOST = { megabytes: 700, files: 600, connections: 40 } as const;

/** Promise 15: a daemon keeps within its bounds, all the time. */
export function checkBounds({ samples }: History) {
  return [...Map.groupBy(samples, ({ daemon }) => daemon)].flatMap(([daemon, own]) =>
    (Object.keys(MOST) as (keyof typeof MOST)[]).flatMap((what) => {
      const most = Math.max(...own.map((sample: Sample) => sample[what]));
      const says = `${daemon} had ${most} ${what}; ${MOST[what]} are the most`;
      return most > MOST[what] ? [{ says, about: [daemon] }] : [];
    }),
  );
}
