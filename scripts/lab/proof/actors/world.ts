/** The world that all actors of a run share. */
import type { History } from "../history/history.ts";
import type { Stage } from "../stage/stage.ts";
import type { OrganizationPlan, Platform } from "../world/organization-plan.ts";
import type { Plan } from "../world/plan.ts";
import type { Random } from "../world/random.ts";

export type LiveChannel = { id: string; platform: Platform; number: string; phoneNumberId: string | null };

/** A key by the name that the history knows it by. */
export type Key = { organization: string; name: string; secret: string };

export type LiveOrganization = {
  label: string;
  plan: OrganizationPlan;
  /** It may do everything, and is never revoked. */
  key: Key;
  channels: LiveChannel[];
  /** Makes the number of the next message of this organisation. */
  next(): number;
};

export type World = {
  plan: Plan;
  stage: Stage;
  history: History;
  organizations: LiveOrganization[];
  /** Milliseconds since the run began. */
  now(): number;
  /** The same of a time that a response names. */
  since(time: string): number;
  /** Chance that is not of the schedule: which daemon is called, how long to wait before the next try. */
  random: Random;
  /** Whether everybody has to come to an end. */
  isOver(): boolean;
  /** Resolves at a time of the plan. */
  until(atMs: number): Promise<void>;
  /** Notifies those who wait for a moment that it has come. */
  signal(moment: string): void;
};

/** The work of the actors: some end by themselves, others continue until the world ends. */
export type Acting = { byThemselves: Promise<unknown>; untilTheEnd: Promise<unknown>[] };
