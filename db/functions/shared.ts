import { LIMITS, SPANS } from "./limits.ts";
import { WORDS } from "./words.ts";

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

function constant(name: string, type: string, value: string): string {
  return `create or replace function ${name}() returns ${type}
language sql immutable parallel safe as $$ select ${value} $$;`;
}

const words = Object.entries(WORDS).map(([name, said]) => `    when ${text(name)} then ${text(said)}`);

/** The functions by which SQL reads what stands in TypeScript, each constant wherever a plan is made. */
export const SHARED_FUNCTIONS = [
  ...Object.entries(LIMITS).map(([name, limit]) => constant(name, "integer", `${limit}`)),
  ...Object.entries(SPANS).map(([name, seconds]) =>
    constant(name, "interval", `interval '${seconds} seconds'`),
  ),
  `create or replace function words_of(name text) returns text
language sql immutable parallel safe as $$
  select case name
${words.join("\n")}
  end
$$;`,
].join("\n\n");
