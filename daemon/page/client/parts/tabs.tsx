import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";
import { Link, useLocation } from "wouter";
import { useFilters, useSetFilter } from "./filters.tsx";
import style from "./tabs.module.css";

type TabsProps = {
  label: string;
  /** The name in the address that says which one is shown. */
  name?: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
};

/** Several sides of one thing; the address says which one is shown. */
export function Tabs({ label, name = "tab", tabs }: TabsProps) {
  const set = useSetFilter();
  const wanted = useFilters([name])[name];
  const shown = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (shown === undefined) return null;
  return (
    <AriaTabs
      selectedKey={shown.id}
      onSelectionChange={(id) => set(name, id === tabs[0]?.id ? null : String(id))}
    >
      <TabList className={style.list ?? ""} aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={style.tab ?? ""}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={shown.id} id={shown.id} className={style.panel ?? ""}>
        {shown.content}
      </TabPanel>
    </AriaTabs>
  );
}

type ViewTabsProps = {
  label: string;
  /** Their addresses and names; one that begins like another comes after it. */
  views: readonly (readonly [href: string, name: string])[];
};

/** Leads to a view from the other one that shows the same noun. */
export function ViewTabs({ label, views }: ViewTabsProps) {
  const [path] = useLocation();
  const shown = views.findLast(([href]) => path.startsWith(href));
  return (
    <nav className={`${style.list} ${style.views}`} aria-label={label}>
      {views.map((view) => (
        <Link
          key={view[0]}
          href={view[0]}
          className={style.tab ?? ""}
          aria-current={view === shown ? "page" : undefined}
        >
          {view[1]}
        </Link>
      ))}
    </nav>
  );
}
