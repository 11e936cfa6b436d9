import {
  Building2,
  CircleUser,
  Coins,
  Contact,
  Gauge,
  History,
  Inbox,
  KeyRound,
  LayoutTemplate,
  ListChecks,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  PiggyBank,
  Radar,
  ScrollText,
  Smartphone,
  Stamp,
  Timer,
  Users,
  UsersRound,
  Webhook,
  Zap,
} from "lucide-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { WORDS } from "./words.ts";

/** The groups of the navigation, in their order. */
export type Group = keyof typeof WORDS.groups;

export type View = {
  /** The path, with `:id` for what is in it. A list and its detail are one view: `/channels/:id?`. */
  path: string;
  Content: LazyExoticComponent<ComponentType>;
  /** Its line in the navigation; a view without one is reached by links. */
  nav?: { label: string; icon: LucideIcon; group?: Group };
  /** The permission without which it is not there. */
  needs?: string;
  /** Whether it is of the whole installation, and thereby for those alone who run it. */
  isOperators?: boolean;
  /** Whether it is for people who are not logged in. */
  isOpen?: boolean;
};

type Load = () => Promise<{ default: ComponentType }>;

function view(path: string, load: Load, about: Omit<View, "path" | "Content"> = {}): View {
  return { path, Content: lazy(load), ...about };
}

/** Every view of the page, in the order of the navigation. */
export const VIEWS: readonly View[] = [
  view("/", () => import("./views/overview/overview.tsx"), { nav: { label: WORDS.overview, icon: Gauge } }),
  view("/contacts/imports/:id?", () => import("./views/imports/imports.tsx"), { needs: "contacts:read" }),
  view("/inbox/:id?", () => import("./views/inbox/inbox.tsx"), {
    nav: { label: WORDS.inbox, icon: Inbox, group: "work" },
    needs: "messages:read",
  }),
  view("/contacts/:id?", () => import("./views/contacts/contacts.tsx"), {
    nav: { label: WORDS.contacts, icon: Contact, group: "work" },
    needs: "contacts:read",
  }),
  view("/broadcasts/:id?", () => import("./views/broadcasts/broadcasts.tsx"), {
    nav: { label: WORDS.broadcasts, icon: Megaphone, group: "work" },
    needs: "broadcasts:read",
  }),
  view("/templates/:id?", () => import("./views/templates/templates.tsx"), {
    nav: { label: WORDS.templates, icon: LayoutTemplate, group: "work" },
    needs: "templates:read",
  }),
  view("/approvals/:id?", () => import("./views/approvals/approvals.tsx"), {
    nav: { label: WORDS.approvals, icon: Stamp, group: "work" },
    needs: "messages:read",
  }),
  view("/channels/:id?", () => import("./views/channels/channels.tsx"), {
    nav: { label: WORDS.channels, icon: Smartphone, group: "numbers" },
    needs: "channels:read",
  }),
  view("/costs", () => import("./views/costs/costs.tsx"), {
    nav: { label: WORDS.costs, icon: Coins, group: "numbers" },
    needs: "costs:read",
  }),
  view("/budgets/:id?", () => import("./views/budgets/budgets.tsx"), {
    nav: { label: WORDS.budgets, icon: PiggyBank, group: "numbers" },
    needs: "costs:read",
  }),
  view("/response-times", () => import("./views/response-times/response-times.tsx"), {
    nav: { label: WORDS.responseTimes, icon: Timer, group: "numbers" },
    needs: "messages:read",
  }),
  view("/webhooks/deliveries/:id?", () => import("./views/webhooks/deliveries.tsx"), {
    needs: "webhooks:manage",
  }),
  view("/webhooks/:id?", () => import("./views/webhooks/endpoints.tsx"), {
    nav: { label: WORDS.webhooks, icon: Webhook, group: "developers" },
    needs: "webhooks:manage",
  }),
  view("/messages/:id?", () => import("./views/messages/messages.tsx"), {
    nav: { label: WORDS.messages, icon: MessagesSquare, group: "developers" },
    needs: "messages:read",
  }),
  view("/settings/keys/:id?", () => import("./views/keys/keys.tsx"), {
    nav: { label: WORDS.apiKeys, icon: KeyRound, group: "developers" },
    needs: "keys:manage",
  }),
  view("/settings/requests", () => import("./views/requests/requests.tsx"), {
    nav: { label: WORDS.requests, icon: ScrollText, group: "developers" },
    needs: "logs:read",
  }),
  view("/settings/drift", () => import("./views/drift/drift.tsx"), {
    nav: { label: WORDS.drift, icon: Radar, group: "developers" },
    needs: "*",
    isOperators: true,
  }),
  view("/settings/quick-replies/:id?", () => import("./views/quick-replies/quick-replies.tsx"), {
    nav: { label: WORDS.quickReplies, icon: Zap, group: "settings" },
    needs: "messages:read",
  }),
  view("/settings/users/:id?", () => import("./views/users/users.tsx"), {
    nav: { label: WORDS.users, icon: Users, group: "settings" },
    needs: "users:manage",
  }),
  view("/settings/teams/:id?", () => import("./views/teams/teams.tsx"), {
    nav: { label: WORDS.teams, icon: UsersRound, group: "settings" },
    needs: "users:manage",
  }),
  view("/settings/inbox", () => import("./views/inbox-rules/inbox-rules.tsx"), {
    nav: { label: WORDS.inboxRules, icon: ListChecks, group: "settings" },
    needs: "channels:manage",
  }),
  view("/settings/organization", () => import("./views/organization/organization.tsx"), {
    nav: { label: WORDS.organization, icon: Building2, group: "settings" },
    needs: "contacts:write",
  }),
  view("/settings/audit/:id?", () => import("./views/audit/audit.tsx"), {
    nav: { label: WORDS.audit, icon: History, group: "settings" },
    needs: "audit:read",
  }),
  view("/settings/account", () => import("./views/account/account.tsx"), {
    nav: { label: WORDS.account, icon: CircleUser, group: "settings" },
  }),
  view("/device", () => import("./views/device/device.tsx"), {}),
  view("/consent", () => import("./views/consent/consent.tsx"), {}),
  view("/invitation/:token", () => import("./views/join/invitation.tsx"), { isOpen: true }),
  view("/reset/:token", () => import("./views/join/reset.tsx"), { isOpen: true }),
  view("/login", () => import("./views/login/login.tsx"), { isOpen: true }),
];
