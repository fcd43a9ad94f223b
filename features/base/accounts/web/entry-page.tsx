import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import classes from './entry-page.module.css';

interface EntryPageProps {
  title: string;
  lead?: string;
  children: ReactNode;
  /** more ways out, beside the one back to the login */
  links?: ReactNode;
  /** the set-up page has no login to go back to yet */
  withoutLogin?: boolean;
}

/** A page before login: one task in the middle of the window. */
export function EntryPage({ title, lead, children, links, withoutLogin = false }: EntryPageProps) {
  const t = useText();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </header>
      {children}
      <nav className={classes.links} aria-label={t('accounts:page.otherWays')}>
        {!withoutLogin && <Link to="/login">{t('accounts:page.backToLogin')}</Link>}
        {links}
      </nav>
    </div>
  );
}
