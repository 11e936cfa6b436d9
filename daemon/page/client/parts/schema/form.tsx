import { Fragment, type ReactNode } from "react";
import type { Problem } from "../../api/problem.ts";
import { type ApiDocument, resolved, type Schema } from "../../api/schemas.ts";
import { JsonField } from "./json-field.tsx";
import { kindOf, type Place, type PlaceProps } from "./kinds.ts";
import { ObjectFields } from "./object-fields.tsx";
import { Rows } from "./rows.tsx";
import { Simple } from "./simple.tsx";
import { Variants } from "./variants.tsx";

type SchemaFormProps = {
  document: ApiDocument;
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
  /** What the API refused: its errors are shown at their fields. */
  problem?: Problem | null;
  /** Where the value stands in the request's body, as a JSON pointer. */
  at?: string;
  /** Fields that something else asks for. */
  without?: readonly string[];
  /** What asks for members of some names, wherever they stand. */
  own?: Readonly<Record<string, (place: PlaceProps) => ReactNode>>;
};

/** A form for whatever a schema of the API describes. What is left empty is left out of the value. */
export function SchemaForm({
  document,
  schema,
  value,
  onChange,
  problem = null,
  at = "",
  without = [],
  own = {},
}: SchemaFormProps) {
  const errorOf = (path: string) => problem?.errors.find((error) => error.path === path)?.message ?? null;

  function place({ label, path, schema: given, value, isRequired, onChange }: Place): ReactNode {
    const known = resolved(document, given);
    const shared = { label, path, schema: known, value, isRequired, error: errorOf(path), onChange };
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (Object.hasOwn(own, name)) return <Fragment key={path}>{own[name]?.(shared)}</Fragment>;
    switch (kindOf(known)) {
      case "object":
        return <ObjectFields key={path} {...shared} place={place} without={path === at ? without : []} />;
      case "list":
        return <Rows key={path} {...shared} place={place} />;
      case "variants":
        return <Variants key={path} {...shared} place={place} resolve={(one) => resolved(document, one)} />;
      case "json":
        return <JsonField key={path} {...shared} />;
      default:
        return <Simple key={path} {...shared} />;
    }
  }

  return place({ label: "", path: at, schema, value, isRequired: true, onChange });
}
