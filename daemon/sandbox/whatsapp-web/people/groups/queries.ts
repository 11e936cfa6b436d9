import type { BinaryNode } from "baileys";
import { Refusal } from "../../faults/refusal.ts";
import type { Device } from "../../link.ts";
import { isGroup } from "../../wire/jids.ts";
import { child, children, node, text } from "../../wire/nodes.ts";
import type { Person } from "../identity/persons.ts";
import type { World } from "../world.ts";
import { codeFor, mayBeAdded } from "./admission.ts";
import {
  changeMembers,
  changeSetting,
  createGroup,
  describeGroup,
  joinGroup,
  leaveGroup,
  MEMBER_CHANGES,
  type MemberChange,
  renameGroup,
  requireAdmin,
  requireMember,
  revokeInvite,
  SETTINGS,
} from "./changes.ts";
import type { Group } from "./groups.ts";
import { groupNode } from "./nodes.ts";

/** Responds to a companion's query about groups (Baileys, `Socket/groups.js`). Raises a `Refusal` with WhatsApp's code. */
export function respondAboutGroups(world: World, sender: Device, iq: BinaryNode): BinaryNode[] {
  const { to, type } = iq.attrs;
  const [query] = children(iq);
  const person = world.persons.of(sender.account.number);
  if (query === undefined) throw new Refusal(400, "bad-request");
  if (isGroup(to)) return aboutOne(world, person, groupAt(world, to), { query, isSet: type === "set" });
  switch (query.tag) {
    case "participating":
      return [node("groups", {}, groupNodes(world, world.groups.of(person)))];
    case "create": {
      const others = personsIn(world, query).filter((one) => mayBeAdded(world, one));
      return [groupNode(world, createGroup(world, person, query.attrs.subject ?? "", others))];
    }
    case "leave": {
      const left = children(query, "group").map(({ attrs }) => groupAt(world, attrs.id ?? ""));
      for (const group of left) leaveGroup(world, group, person);
      return [
        node(
          "leave",
          {},
          left.map(({ id }) => node("group", { id })),
        ),
      ];
    }
    case "invite":
      return [byInvite(world, person, query.attrs.code ?? "", type === "set")];
    default:
      throw new Refusal(400, "bad-request");
  }
}

type GroupQuery = { query: BinaryNode; isSet: boolean };

function aboutOne(world: World, person: Person, group: Group, { query, isSet }: GroupQuery): BinaryNode[] {
  requireMember(world, group, person);
  const change = MEMBER_CHANGES.find((name) => name === query.tag);
  if (change !== undefined) return [changed(world, group, person, { query, change })];
  if (Object.hasOwn(SETTINGS, query.tag)) {
    changeSetting(world, group, person, query.tag);
    return [];
  }
  switch (query.tag) {
    case "query":
      return [groupNode(world, group)];
    case "subject":
      renameGroup(world, group, person, text(query));
      return [];
    case "description": {
      const body = child(query, "body");
      const words = body === undefined ? null : { id: query.attrs.id ?? "", text: text(body) };
      describeGroup(world, group, person, words);
      return [];
    }
    case "invite": {
      requireAdmin(group, person);
      const { invite } = isSet ? revokeInvite(world, group, person) : group;
      return [node("invite", { code: invite })];
    }
    default:
      throw new Refusal(501, "feature-not-implemented");
  }
}

/** Changes those that may be changed, and answers for each. */
function changed(
  world: World,
  group: Group,
  by: Person,
  { query, change }: { query: BinaryNode; change: MemberChange },
): BinaryNode {
  requireAdmin(group, by);
  const answers = children(query, "participant").map(({ attrs: { jid = "" } }) => {
    const person = world.persons.at(jid);
    return { jid, person, code: person === undefined ? "404" : codeFor(world, group, change, person) };
  });
  const fitting = answers.flatMap(({ person, code }) => (code === "200" && person ? [person] : []));
  if (fitting.length > 0) changeMembers(world, group, by, change, fitting);
  return node(
    change,
    {},
    answers.map(({ jid, code }) => node("participant", { jid, error: code === "200" ? undefined : code })),
  );
}

/** `set` joins the group of the link, `get` looks at it. */
function byInvite(world: World, person: Person, code: string, isSet: boolean): BinaryNode {
  if (isSet) return node("group", { jid: joinGroup(world, person, code).id });
  const found = world.groups.findByInvite(code);
  if (found === undefined) throw new Refusal(404, "item-not-found");
  return groupNode(world, found);
}

function groupAt({ groups }: World, id: string): Group {
  const group = groups.find(id);
  if (group === undefined) throw new Refusal(404, "item-not-found");
  return group;
}

function groupNodes(world: World, groups: readonly Group[]): BinaryNode[] {
  return groups.map((group) => groupNode(world, group));
}

function personsIn({ persons }: World, query: BinaryNode): Person[] {
  return children(query, "participant").flatMap(({ attrs }) => persons.at(attrs.jid ?? "") ?? []);
}
