import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { mayCall } from '#kit/ui/access.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { useSession } from '#kit/ui/session.ts';
import classes from './link-list.module.css';

export interface LinkRow {
  to: string;
  icon: IconName;
  label: ReactNode;
  value?: ReactNode;
  /** shown only to those who may call it */
  needs?: AnyEndpoint;
}

/** Rows that lead to other screens, with what stands there now. */
export function LinkList({ rows }: { rows: readonly LinkRow[] }) {
  const user = useSession();
  return (
    <ul className={classes.list}>
      {rows
        .filter((row) => !row.needs || mayCall(user, row.needs))
        .map((row) => (
          <li key={row.to}>
            <Link to={row.to} className={classes.link}>
              <Icon name={row.icon} />
              <span className={classes.label}>{row.label}</span>
              <span className={classes.value}>{row.value}</span>
              <Icon name="chevron-right" size={16} />
            </Link>
          </li>
        ))}
    </ul>
  );
}
