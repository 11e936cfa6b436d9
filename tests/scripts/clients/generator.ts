/** openapi-generator, which makes clients in many languages, as PyPI has it with its Java program. */
import { join } from "node:path";
import { prepareTools } from "./tools.ts";

const PACKAGES = [
  ...["openapi-generator-cli==7.26.0", "openapi-python-client==0.29.1"],
  // what the first's Python clients import
  ...["pydantic>=2.11,<3", "urllib3>=2.1,<3", "python-dateutil>=2.8.2", "typing-extensions>=4.7.1"],
];

/** A Python with the generators in it. */
export async function preparePython(programs: readonly string[] = []) {
  const tools = await prepareTools(PACKAGES, ["python3", "java", ...programs], (folder) => [
    ["python3", "-m", "venv", folder],
    [join(folder, "bin/python"), "-m", "pip", "install", "--quiet", "--no-cache-dir", ...PACKAGES],
  ]);
  return { ...tools, python: join(tools.folder, "bin/python") };
}

const WITHOUT = ["apiDocs", "modelDocs", "apiTests", "modelTests"].map((name) => `${name}=false`);

/** The command that makes a client in `made`, without its documents and tests. */
export function generatorCommand(folder: string, language: string, options: readonly string[]): string[] {
  return [
    ...[join(folder, "bin/openapi-generator-cli"), "generate", "--generator-name", language],
    ...["--input-spec", "openapi.json", "--output", "made", ...options],
    ...["--global-property", `apis,models,supportingFiles,${WITHOUT.join(",")}`],
  ];
}
