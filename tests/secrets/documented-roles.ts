/** The roles and the database that the documentation has somebody make, under names of a test. */
import { readBlocks } from "../docs/recipes.ts";
import { emptyDatabase } from "../support/database.ts";

export type Roles = {
  /** The address of the database for a role, by its documented name. */
  url(role: "waypost" | "waypost_reader"): string;
  drop(): Promise<void>;
};

export async function documentedRoles(): Promise<Roles> {
  const base = await emptyDatabase();
  const suffix = crypto.randomUUID().slice(0, 8);
  const names = { waypost: `waypost_${suffix}`, waypost_reader: `waypost_reader_${suffix}` };
  const url = (role: keyof typeof names) => {
    const address = new URL(base.adminUrl);
    address.pathname = `/${names.waypost}`;
    [address.username, address.password] = [names[role], "test"];
    return address.href;
  };
  for (const statement of statements(names)) await base.admin.unsafe(statement);
  return {
    url,
    async drop() {
      await base.admin`drop database if exists ${base.admin(names.waypost)} with (force)`;
      for (const role of Object.values(names)) await base.admin`drop role if exists ${base.admin(role)}`;
      await base.drop();
    },
  };
}

/** The statements of the pages' blocks, about these names. */
function statements(names: Record<string, string>): string[] {
  const blocks = ["production.md", "secrets.md"].flatMap(readBlocks);
  return blocks
    .flatMap(({ language, text }) => (language === "sql" ? [text] : []))
    .join("")
    .replaceAll(/\bwaypost(_reader)?\b/g, (name) => names[name] ?? "")
    .replaceAll("'…'", "'test'")
    .split(/;\n/)
    .filter((statement) => statement.trim() !== "");
}
