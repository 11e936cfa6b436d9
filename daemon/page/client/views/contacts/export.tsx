import { Download } from "lucide-react";
import { downloadProved } from "../../parts/login/download-proved.ts";
import { Menu } from "../../parts/menu.tsx";
import { CONTACTS } from "../../view-words.ts";

const FORMATS = ["csv", "ndjson", "vcard"] as const;

/** Writes all contacts that the filters match to a file. */
export function Export({ query }: { query: Readonly<Record<string, string>> }) {
  return (
    <Menu
      label={CONTACTS.export}
      entries={FORMATS.map((format) => ({
        label: CONTACTS.exportAs[format],
        onPress: () => void downloadProved("GET /v1/contacts/export", { query: { ...query, format } }),
      }))}
    >
      <Download aria-hidden size="1rem" />
    </Menu>
  );
}
