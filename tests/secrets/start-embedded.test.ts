import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../daemon/config/config.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { checkMasterKey } from "../../daemon/secrets/check.ts";
import { openDatabase } from "../../daemon/start/database.ts";
import { connect } from "../../db/connection/client.ts";
import { migrate } from "../../db/schema/migrate.ts";

const home = mkdtempSync(join(tmpdir(), "waypost-embedded-key-"));
const keyFile = join(home, "master.key");
const open = () => openDatabase(loadConfig({ WAYPOST_HOME: home }), createLog("silent"));

afterAll(() => rmSync(home, { recursive: true, force: true }));

test("an embedded database whose key file was deleted stays as it is until the file is back", async () => {
  const first = await open();
  await migrate(first.databaseUrl);
  const sql = connect(first.databaseUrl, { max: 1 });
  await checkMasterKey(sql, first.secrets);
  await sql.end();
  await first.close();

  renameSync(keyFile, `${keyFile}.away`);
  await expect(open()).rejects.toThrow(`${keyFile} is missing`);
  expect(existsSync(keyFile)).toBe(false);

  renameSync(`${keyFile}.away`, keyFile);
  const again = await open();
  expect(again.secrets.current()).toBe(first.secrets.current());
  await again.close();
});
