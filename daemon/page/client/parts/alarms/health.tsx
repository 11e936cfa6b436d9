import { WORDS } from "../../words.ts";
import { State, type Tone } from "../state.tsx";

/** The scores from which a number is well, and fair; those of the API's levels. Below, WhatsApp may restrict it. */
const WELL = 80;
const FAIR = 60;

/** Whether a number's health wants somebody. It is null until it was found for the first time. */
export function isAiling(score: number | null): score is number {
  return score !== null && score < WELL;
}

/** A number's health in points, of 100; named where nothing beside says what it is. */
export function HealthScore({ score, isNamed = false }: { score: number; isNamed?: boolean }) {
  return <State tone={toneOf(score)}>{isNamed ? WORDS.healthOf(score) : WORDS.points(score)}</State>;
}

function toneOf(score: number): Tone {
  if (score >= WELL) return "good";
  return score >= FAIR ? "warn" : "bad";
}
