import { Type } from "../../../../lib/typebox.ts";
import { strict } from "../../http/schema.ts";
import { defineKind } from "./kind.ts";

/** Meta's schema types coordinates as strings and its examples give numbers: both are taken. */
const degrees = (most: number) =>
  Type.Union([
    Type.Number({ minimum: -most, maximum: most }),
    Type.String({ pattern: "^-?[0-9]{1,3}(\\.[0-9]+)?$" }),
  ]);

export const location = defineKind(
  "location",
  strict({
    latitude: degrees(90),
    longitude: degrees(180),
    name: Type.Optional(Type.String({ maxLength: 1_000 })),
    address: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
);
