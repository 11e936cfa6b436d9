import { isObject } from "../../../lib/values/objects.ts";
import { plainTemplate } from "./plain.ts";
import type { Part, TemplateFile } from "./template-file.ts";

/** Where a file says something else than Meta has; what is absent there or here is undefined. */
export type Change = { path: string; at_meta: unknown; in_file: unknown };

/** The changes that make Meta's template the file's. */
export function changesOf(file: TemplateFile, atMeta: TemplateFile): Change[] {
  const [here, there] = [plainTemplate(file), plainTemplate(atMeta)];
  const category = file.allow_category_change === true ? there.category : here.category;
  return [
    ...differences("category", there.category, category),
    ...differences("parameter_format", there.parameter_format, here.parameter_format),
    ...differences("", byType(there.components), byType(here.components)),
  ];
}

function byType(components: readonly Part[]): Part {
  return Object.fromEntries(components.map(({ type, ...part }) => [String(type), part]));
}

function differences(path: string, there: unknown, here: unknown): Change[] {
  if (Array.isArray(there) && Array.isArray(here) && there.length === here.length)
    return here.flatMap((one: unknown, index) => differences(`${path}/${index}`, there[index], one));
  if (!isObject(there) || !isObject(here))
    return JSON.stringify(there) === JSON.stringify(here) ? [] : [{ path, at_meta: there, in_file: here }];
  return namesIn(path, there, here).flatMap((name) =>
    differences(path === "" ? name : `${path}/${name}`, there[name], here[name]),
  );
}

/** Meta shows more of a button than it was given, such as the id of a flow that was named: that is no difference. */
function namesIn(path: string, there: Part, here: Part): string[] {
  const names = Object.keys(here).filter((name) => name !== "flow_name" && name !== "flow_json");
  return /\/buttons\/\d+$/.test(`/${path}`) ? names : [...new Set([...names, ...Object.keys(there)])];
}
