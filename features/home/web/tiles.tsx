import { Link } from 'react-router';
import { NamedIcon } from '#kit/ui/icons.tsx';
import type { MenuNode } from '#kit/ui/menu.ts';
import styles from './home.module.css';

export function Tiles({ pages }: { pages: readonly MenuNode[] }) {
  return (
    <div className={styles.tiles}>
      {pages.map((page) => (
        <Link key={page.id} to={page.path} className={styles.tile}>
          <span className={styles.tileIcon}>
            <NamedIcon name={page.source} size={20} />
          </span>
          {page.name}
        </Link>
      ))}
    </div>
  );
}
