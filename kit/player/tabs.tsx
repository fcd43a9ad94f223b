import { type ReactNode, useId } from 'react';
import { openTab, tabOf } from '#kit/ui/address-tab.ts';
import { usePlace } from './place.tsx';
import classes from './tabs.module.css';

/** Parts of a page of which one is shown; which one stands in the address, so a link and the way back find it. */
export function Tabs<T extends string>(props: {
  tabs: readonly [T, ...T[]];
  name: (tab: T) => string;
  label: string;
  children: (open: T) => ReactNode;
}) {
  const { tabs } = props;
  const id = useId();
  const place = usePlace();
  const open = tabOf(place.search, tabs);
  const move = (step: number) => {
    const next = tabs[(tabs.indexOf(open) + step + tabs.length) % tabs.length] as T;
    openTab(place, tabs, next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div className={classes.tabs} role="tablist" aria-label={props.label}>
        {tabs.map((tab) => (
          <button
            key={tab}
            id={`${id}-${tab}`}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={tab === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => openTab(place, tabs, tab)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') move(1);
              else if (event.key === 'ArrowLeft') move(-1);
            }}
          >
            {props.name(tab)}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${open}`} className={classes.panel}>
        {props.children(open)}
      </div>
    </>
  );
}
