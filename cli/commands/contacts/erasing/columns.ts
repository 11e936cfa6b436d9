import type { Erasure } from "../../../lib/api/types/contacts.ts";
import type { Column } from "../../../lib/output/column.ts";

export const erasureColumns: Column<Erasure>[] = [
  { title: "id", value: (erasure) => erasure.id },
  { title: "contact", value: (erasure) => erasure.contact_id },
  { title: "status", value: (erasure) => erasure.status },
  { title: "begins", value: (erasure) => erasure.erase_at, kind: "time" },
  { title: "messages", value: ({ erased }) => erased.messages },
  { title: "files", value: ({ erased }) => erased.files },
  { title: "reason", value: (erasure) => erasure.reason, cut: 30, optional: true },
];
