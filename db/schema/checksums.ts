/** By what the database knows the text of a migration that it has. */

/** The checksum of a file's text, as it is written down when the file is applied. */
export function checksumOf(text: string): string {
  const checksum = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  return RECORDED[checksum] ?? checksum;
}

/** Whether a database with this checksum has what the text would make. */
export function isChecksumOf(checksum: string, text: string): boolean {
  const now = checksumOf(text);
  return checksum === now || (EARLIER[now]?.includes(checksum) ?? false);
}

/** What is written down for a text whose comments alone were corrected, where versions that may still run know that. */
const RECORDED: Record<string, string> = {
  // 0001_schema.sql
  b42dc6dc5f90ad1c7c24fe14ca5d3037704cf5457151ae55314175a41f850331:
    "d5f03b0d24cd3edce8215acdc4424bc6165a1301003c5e4344ff7d2c0e283091",
};

/** Checksums of texts that landed before, by those of what they read now. */
const EARLIER: Record<string, string[]> = {
  // 0009_event_positions.sql, comments
  "4a31fcfb1aed121ecde8837050adb11ffe86c58bca5d55d90e57897df8c0b3f4": [
    "df4ffb749d37278d07856fde158530145b9302d7ad04a2abdd63b2e0ddd1926b",
  ],
  // 0010_contacts.sql, comments
  a2113013cce55133d3c9ca8438d4015d57fd42170b413bf7c2503c224ec4e292: [
    "6d5101ac8f32cb8f5391ea3ba0160eeb97b072e22f133a81249fc64b83c1e708",
  ],
  // 0012_crm.sql, comments
  "2572545a03840d3ab1b381f3d2d0b95cdcd6f2b127d3dd2bd0963e2f90bf8082": [
    "5f747076cd5053c13b99282d618531b2f1e96ae6b397ab80355e20601809727c",
  ],
  // 0018_list_indexes.sql, which lacked what `LACKING` has
  "91f1afde5b0501bae5528aca3c6eaa03e19d982919701f4841afa81bd7912ade": [
    "e309dc5d4c079041dea3a6f870ef6dad968f57523ed342d0f1ab25a52d5a4838",
  ],
  // 0021_message_ends.sql, comments
  "81201d35d8267e473012006b6f54766fc0b5b07e2a9eb75920a2bcb3d6efcd38": [
    "4fd4a97058b59e48f1b5cd84c1cb9331be71e13713ac4d007627f5255b6b9044",
  ],
};

/** What a text that landed before did not do yet, by its checksum. */
export const LACKING: Record<string, string> = {
  e309dc5d4c079041dea3a6f870ef6dad968f57523ed342d0f1ab25a52d5a4838: `
    alter table conversations add column changed_at timestamptz;
    update conversations set changed_at = updated_at where status <> 'open' or assignee_id is not null;
    create index conversations_changed on conversations (organization_id, changed_at) where changed_at is not null;`,
};
