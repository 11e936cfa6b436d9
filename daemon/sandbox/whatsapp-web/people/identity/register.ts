import type { People } from "../../link.ts";
import { lidJid } from "../../wire/jids.ts";
import { takeChanges } from "../app-state/chats.ts";
import { isReachable, type World } from "../world.ts";
import { announcePicture } from "./announce.ts";
import { NUMBER } from "./persons.ts";
import { changePicture, changeShown } from "./profiles.ts";

type Register = Pick<
  People,
  | "isOnWhatsApp"
  | "lidOf"
  | "numberOf"
  | "namedBy"
  | "identityOf"
  | "devices"
  | "bundle"
  | "profile"
  | "changeProfile"
  | "takeAppState"
  | "appStateAfter"
  | "acknowledgementFault"
  | "haveChat"
  | "reportsStrangers"
>;

/** Who has which number, and the keys that others start sessions with. */
export function registerOf(world: World): Register {
  const { persons, userNames, appState, behaviours, preKeys, profile, companionsOf, messageLog } = world;
  const isOnWhatsApp = (number: string) => NUMBER.test(number) && isReachable(world, number);
  return {
    isOnWhatsApp,
    profile,
    changeProfile(number, change) {
      if ("about" in change) changeShown(world, number, change);
      else showPicture(world, number, change.picture);
    },
    takeAppState: (sender, given) => takeChanges(world, sender, given),
    appStateAfter: appState.changesAfter,
    acknowledgementFault: (number) =>
      companionsOf(number).length > 0 ? undefined : behaviours.takeAcknowledgement(number),
    haveChat: (number, other) => messageLog.list(persons.of(number)).some(({ chat }) => chat === other),
    reportsStrangers: (number) => behaviours.of(number).blocks,
    lidOf: (number) => persons.of(number).lid,
    numberOf: (lid) => persons.at(lidJid(lid))?.number,
    namedBy: userNames.find,
    identityOf: (number) => persons.identityOf(persons.of(number)),
    devices: (number) => (isOnWhatsApp(number) ? [{ id: 0 }] : []),
    bundle: (number, device) =>
      device === 0 && isOnWhatsApp(number) ? preKeys.bundle(persons.of(number)) : undefined,
  };
}

/** Gives somebody another picture, or (null) none; all who have them in their address book learn of it. */
export function showPicture(world: World, number: string, name: string | null): void {
  const person = world.persons.of(number);
  changePicture(world, number, name);
  announcePicture(world, person, name);
}
