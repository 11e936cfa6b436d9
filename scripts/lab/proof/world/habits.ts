/** How the sandbox's people behave, by the two digits in their numbers; both sandboxes read these alike. */
type Habit = {
  digits: string;
  /** The last status that is reported of a message that reached them; null: none can be expected. */
  reported: string | null;
  platforms: readonly ("whatsapp_official" | "whatsapp_unofficial")[];
};

const BOTH = ["whatsapp_official", "whatsapp_unofficial"] as const;
const OFFICIAL = ["whatsapp_official"] as const;
const PAIRED = ["whatsapp_unofficial"] as const;

/** See docs/sandbox.md and docs/sandbox-web.md. */
const HABITS = {
  reached: { digits: "00", reported: "read", platforms: BOTH },
  undeliverable: { digits: "01", reported: null, platforms: BOTH },
  "pair-limit": { digits: "02", reported: "read", platforms: BOTH },
  throttled: { digits: "03", reported: "read", platforms: BOTH },
  silent: { digits: "04", reported: "sent", platforms: BOTH },
  "answer-lost": { digits: "05", reported: "read", platforms: BOTH },
  "answer-lost-silent": { digits: "06", reported: null, platforms: OFFICIAL },
  slow: { digits: "07", reported: "read", platforms: BOTH },
  // read on paired numbers, delivered on official ones
  replies: { digits: "08", reported: null, platforms: BOTH },
  "delivered-only": { digits: "09", reported: "delivered", platforms: BOTH },
  "read-only": { digits: "11", reported: "read", platforms: BOTH },
  reversed: { digits: "12", reported: "read", platforms: BOTH },
  repeated: { digits: "13", reported: "read", platforms: BOTH },
  outage: { digits: "14", reported: "read", platforms: OFFICIAL },
  held: { digits: "15", reported: "read", platforms: OFFICIAL },
  "number-hidden": { digits: "18", reported: "read", platforms: PAIRED },
  "number-late": { digits: "19", reported: "read", platforms: PAIRED },
  "retries-once": { digits: "16", reported: "read", platforms: PAIRED },
} as const satisfies Record<string, Habit>;

export type HabitName = keyof typeof HABITS;

/** The last status that is reported of whatever reaches somebody with this habit; null: none can be expected. */
export function reportedBy(habit: string): string | null {
  return Object.hasOwn(HABITS, habit) ? HABITS[habit as HabitName].reported : null;
}

/** The habits that people of a platform's sandbox can have. */
export function habitsOn(platform: "whatsapp_official" | "whatsapp_unofficial"): HabitName[] {
  const names = Object.keys(HABITS) as HabitName[];
  return names.filter((name) => (HABITS[name].platforms as readonly string[]).includes(platform));
}

/** The nth number of people with a habit. */
export function numberOf(habit: HabitName, n: number): string {
  return `1555000${HABITS[habit].digits}${String(n % 100).padStart(2, "0")}`;
}
