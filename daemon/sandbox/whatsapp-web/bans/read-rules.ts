import { readFileSync } from "node:fs";
import { problemOf } from "../../graph/control/responses.ts";
import { type BanRules, givenRules } from "./rules.ts";

/** The rules in a JSON file, or the usual ones. Throws an error that names the file and what is wrong in it. */
export function readRules(file: string | true): Partial<BanRules> {
  if (file === true) return {};
  const given = parsed(file, readFileSync(file, "utf8"));
  if (givenRules.is(given)) return given;
  throw new Error(`${file}: ${problemOf(givenRules, given)}`);
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON`);
  }
}
