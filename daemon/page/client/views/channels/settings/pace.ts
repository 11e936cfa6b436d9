import type { ChannelSettings } from "./changed-settings.ts";

export type Rate = NonNullable<ChannelSettings["rate"]>;
export type Pace = "person" | "rate";

const LIKE_A_PERSON = { gap_seconds: { least: 3, most: 6 }, typing: true, rest: { after: 20, seconds: 20 } };
const STEADY = 1;

/** How a paired number paces itself: a rate takes the place of pauses. */
export function paceOf({ per_second }: Rate): Pace {
  return per_second === undefined ? "person" : "rate";
}

/** The rate with the other pace, as it is usual; how often one person is written to stays. */
export function withPace({ per_recipient_seconds }: Rate, pace: Pace): Rate {
  return {
    ...(per_recipient_seconds === undefined ? {} : { per_recipient_seconds }),
    ...(pace === "rate" ? { per_second: STEADY } : LIKE_A_PERSON),
  };
}

/** The rate with one member changed; an emptied one is left out. */
export function withRate(
  rate: Rate,
  name: "per_second" | "per_recipient_seconds",
  value: number | undefined,
): Rate {
  const { [name]: _, ...rest } = rate;
  return value === undefined ? rest : { ...rest, [name]: value };
}
