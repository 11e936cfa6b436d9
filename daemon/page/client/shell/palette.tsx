import { MessageSquare, User } from "lucide-react";
import { useState } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { useLocation } from "wouter";
import { useAsk } from "../api/queries.ts";
import { useMay } from "../api/session.tsx";
import { seenOr } from "../api/unseen.ts";
import { usePaused } from "../parts/fields/paused.ts";
import { useLeaving } from "../parts/leaving.ts";
import type { View } from "../routes.tsx";
import { WORDS } from "../words.ts";
import style from "./palette.module.css";

type PaletteProps = { views: readonly View[]; onClose: () => void };
type Found = { id: string; href: string; text: string; about: string };

const MOST = 5;

/** Finds views, people and conversations by what is typed, and goes there. */
export default function Palette({ views, onClose }: PaletteProps) {
  const [, go] = useLocation();
  const [typed, setTyped] = useState("");
  useLeaving(true, onClose);
  const people = usePeople(typed);
  const conversations = useConversations(typed);
  const wanted = typed.trim().toLowerCase();
  const places = views.filter(({ nav }) => nav?.label.toLowerCase().includes(wanted));
  const leaveFor = (href: string) => {
    onClose();
    go(href);
  };
  return (
    <ModalOverlay
      className={style.veil ?? ""}
      isOpen
      isDismissable
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className={style.modal ?? ""}>
        <Dialog className={style.dialog ?? ""} aria-label={WORDS.keyPalette}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={WORDS.keyPalette} autoFocus>
              <Input className={style.input ?? ""} placeholder={WORDS.findPlaceholder} />
            </SearchField>
            <Menu
              className={style.list ?? ""}
              aria-label={WORDS.found}
              onAction={(href) => leaveFor(String(href))}
              renderEmptyState={() => <p className={style.nothing}>{WORDS.nothingFound}</p>}
            >
              {places.length > 0 && (
                <MenuSection>
                  <Header className={style.heading ?? ""}>{WORDS.views}</Header>
                  {places.map(({ path, nav }) => {
                    const Icon = nav?.icon;
                    return (
                      <MenuItem
                        key={path}
                        id={path.replace(/\/:.*$/, "")}
                        textValue={nav?.label ?? path}
                        className={style.item ?? ""}
                      >
                        {Icon && <Icon aria-hidden size="1rem" />}
                        {nav?.label}
                      </MenuItem>
                    );
                  })}
                </MenuSection>
              )}
              {foundSection(WORDS.people, User, people)}
              {foundSection(WORDS.conversations, MessageSquare, conversations)}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function foundSection(title: string, Icon: typeof User, found: readonly Found[]) {
  if (found.length === 0) return null;
  return (
    <MenuSection>
      <Header className={style.heading ?? ""}>{title}</Header>
      {found.map(({ id, href, text, about }) => (
        <MenuItem key={id} id={href} textValue={text} className={style.item ?? ""}>
          <Icon aria-hidden size="1rem" />
          <span>{text}</span>
          <span className={style.about}>{about}</span>
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function usePeople(typed: string): readonly Found[] {
  const q = usePaused(typed.trim());
  const isAllowed = useMay()("contacts:read");
  const { data } = useAsk(
    "GET /v1/contacts",
    { query: { q, limit: MOST } },
    { enabled: isAllowed && q !== "" },
  );
  if (q === "") return [];
  return (data?.data ?? []).map(({ id, name, phone_number }) => ({
    ...{
      id,
      href: `/contacts/${id}`,
      text: seenOr(name ?? "", phone_number ?? id),
      about: phone_number ?? "",
    },
  }));
}

function useConversations(typed: string): readonly Found[] {
  const q = usePaused(typed.trim());
  const isAllowed = useMay()("messages:read");
  const { data } = useAsk(
    "GET /v1/conversations",
    { query: { q, limit: MOST } },
    { enabled: isAllowed && q !== "" },
  );
  if (q === "") return [];
  return (data?.data ?? []).map(({ id, contact, last_message }) => ({
    ...{ id, href: `/inbox/${id}`, text: seenOr(contact?.name ?? "", contact?.phone_number ?? id) },
    about: last_message?.preview ?? "",
  }));
}
