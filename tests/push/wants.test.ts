import { expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { WantsSchema } from "../../daemon/push/wants.ts";
import { WANTS } from "./site.ts";

const wants = TypeCompiler.Compile(WantsSchema);
const quiet = (count: number) => Array.from({ length: count }, (_, nth) => `ch_${nth}`);

test.each<[what: string, more: object, isTaken: boolean]>([
  ["a hundred quiet numbers", { quiet_channels: quiet(100) }, true],
  ["one more", { quiet_channels: quiet(101) }, false],
  ["the hours of a night", { quiet_hours: { from: "22:00", to: "07:59", zone: "UTC" } }, true],
  ["an hour that is none", { quiet_hours: { from: "24:00", to: "07:00", zone: "UTC" } }, false],
  ["whose conversations nobody named", { messages: "yours" }, false],
])("%s", (_what, more, isTaken) => {
  expect(wants.Check({ ...WANTS, ...more })).toBe(isTaken);
});
