/** The plan of a run, derived from its seed: the people, their actions and times, and the faults. */
import { withBudget } from "./budget-plan.ts";
import { DAEMONS, type PlannedFault, planFaults, planUpgrade } from "./fault-plan.ts";
import { type OrganizationPlan, planOrganization } from "./organization-plan.ts";
import { withPeople } from "./people-plan.ts";
import { louder, planQuiet } from "./quiet-plan.ts";
import { createRandom } from "./random.ts";

export type Plan = {
  seed: number;
  /** How long the world is busy; what is left then has time to end. */
  seconds: number;
  organizations: OrganizationPlan[];
  /** The time zone of each daemon. */
  zones: string[];
  faults: PlannedFault[];
  /** Whether a PgBouncer is in front of Postgres; daemons of two versions can't share one. */
  isPooled: boolean;
};

const LABELS = ["anna", "bela"];
/** Where clocks are far apart, and change at other times of the year. */
const ZONES = ["UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Europe/Berlin"];

/** The plan of a seed; without faults, everything else of it is the same. */
export function planOf(seed: number, seconds: number): Plan {
  const random = createRandom(seed);
  const zones = random.fork("zones");
  const [loud, ...others] = LABELS.map((label, index) =>
    withPeople(
      random.fork(`people of ${label}`),
      planOrganization(random.fork(label), { label, index, seconds }),
      seconds,
    ),
  );
  const loudest =
    loud === undefined
      ? []
      : [louder(random.fork("loud"), loud, seconds)].map((one) =>
          withBudget(random.fork("budget"), one, seconds),
        );
  const upgrade = planUpgrade(random.fork("upgrade"), seconds);
  return {
    isPooled: upgrade.length === 0 && random.fork("pooler").chance(0.5),
    ...{ seed, seconds, organizations: [...loudest, ...others, planQuiet(random.fork("quiet"), seconds)] },
    zones: Array.from({ length: DAEMONS }, () => zones.pick(ZONES)),
    faults: [...planFaults(random.fork("faults"), seconds), ...upgrade],
  };
}
