import type { ReactNode } from 'react';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import classes from './page.module.css';
import { usePlace } from './place.tsx';

/**
 * A player's page: a bar where it needs one, what it is about, and at the lower edge, under the thumb, the one thing to do.
 */
export function Page(props: { bar?: ReactNode; foot?: ReactNode; centred?: boolean; children: ReactNode }) {
  return (
    <div className={classes.page}>
      {props.bar}
      <div className={classes.body} data-centred={props.centred || undefined}>
        {props.children}
      </div>
      {props.foot && <div className={classes.foot}>{props.foot}</div>}
    </div>
  );
}

/**
 * The page's title with the way back. `back` is the page it belongs under, for a player who opened this one directly; pages that
 * open from a code have none.
 */
export function Bar({ title, back, aside }: { title: ReactNode; back?: string; aside?: ReactNode }) {
  const t = useText();
  return (
    <header className={classes.bar}>
      {back && (
        <button
          type="button"
          className={classes.back}
          aria-label={t('kit:player.back')}
          onClick={() => navigation.back(back)}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M15 5l-7 7 7 7" />
          </svg>
        </button>
      )}
      <h1 className={classes.title}>{title}</h1>
      {aside && <div className={classes.aside}>{aside}</div>}
    </header>
  );
}

export interface TabBarEntry {
  to: string;
  label: string;
  icon: ReactNode;
}

/** The places of a player's app, always in reach. */
export function TabBar({ entries, label }: { entries: readonly TabBarEntry[]; label: string }) {
  const { pathname } = usePlace();
  return (
    <nav className={classes.tabBar} aria-label={label}>
      {entries.map(({ to, label: name, icon }) => (
        <AppLink
          key={to}
          to={to}
          replace
          className={classes.tab}
          aria-current={pathname === to ? 'page' : undefined}
        >
          <span aria-hidden="true" className={classes.tabIcon}>
            {icon}
          </span>
          {name}
        </AppLink>
      ))}
    </nav>
  );
}
