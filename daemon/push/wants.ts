import { Nullable, type Static, Type } from "../lib/typebox.ts";

const Hour = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" });

/** What somebody wants to be notified of. */
export const WantsSchema = Type.Object(
  {
    messages: Type.Union(
      [Type.Literal("all"), Type.Literal("mine"), Type.Literal("mine_and_unassigned"), Type.Literal("none")],
      {
        description:
          "In whose conversations messages and missed calls count; notes that mention the user always do",
      },
    ),
    quiet_channels: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 100,
      description: "Numbers of which nothing is said",
    }),
    numbers: Type.Boolean({
      description: "Numbers that need somebody: logged out, restricted, in bad health",
    }),
    budgets: Type.Boolean({ description: "Budgets that are spent, or nearly" }),
    quiet_hours: Nullable(
      Type.Object(
        { from: Hour, to: Hour, zone: Type.String({ maxLength: 64, description: "As IANA names it" }) },
        { description: "When nothing is said" },
      ),
    ),
    hides_texts: Type.Boolean({ description: "Say that somebody wrote, but not who and what" }),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        description: "In which language, such as `pt-BR`: English unless the page speaks it",
      }),
    ),
  },
  { additionalProperties: false },
);

export type Wants = Static<typeof WantsSchema>;

/** Whether it is now so quiet an hour. Hours from an evening to a morning go over midnight. */
export function isQuiet({ quiet_hours }: Wants, now: Date): boolean {
  if (quiet_hours === null) return false;
  const { from, to, zone } = quiet_hours;
  const clock = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  }).format(now);
  return from <= to ? from <= clock && clock < to : clock >= from || clock < to;
}
