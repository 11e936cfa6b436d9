import { readFileSync } from "node:fs";
import { problemOf } from "../../graph/control/responses.ts";
import { type BanRules, givenRules } from "./rules.ts";

/** The rules in a JSON file, or the usual ones. Throws an error that names the file and what is wrong in it. */
export function readRules(file: string | true): Partial<BanRules> {
  if (file === true) return {};
  const given = parsed(file);
  if (givenRules.is(given)) return given;
  throw new Error(`${file}: ${problemOf(givenRules, given)}`);
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "is not JSON" : "can't be read";
    throw new Error(`${file} ${why}`, { cause });
  }
}
