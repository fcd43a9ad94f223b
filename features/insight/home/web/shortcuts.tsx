import { Link } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { NamedIcon } from '#kit/ui/icons.tsx';
import { useMenu } from '#kit/ui/menu.ts';
import { menuPages } from '#kit/ui/menu-tree.ts';
import styles from './shortcuts.module.css';

const root = 'sy';
const shownAtMost = 7;

/** /home: the first pages of the menu's `sy`, as far as the reader may open them, and the way to all. */
export function Shortcuts() {
  const t = useText();
  const { roots } = useMenu();
  const home = roots.find(({ code }) => code === root);
  const pages = home ? menuPages(home).filter(({ path }) => path !== '/home') : [];
  if (pages.length === 0) return null;
  return (
    <nav aria-label={t('home:shortcuts.title')} className={styles.shortcuts}>
      {pages.slice(0, shownAtMost).map(({ id, path, name, source }) => (
        <Link key={id} to={path} className={styles.shortcut}>
          <NamedIcon name={source} size={22} />
          <span>{name}</span>
        </Link>
      ))}
      <Link to="/manage" className={styles.shortcut}>
        <NamedIcon name="layout-grid" size={22} />
        <span>{t('home:shortcuts.all')}</span>
      </Link>
    </nav>
  );
}
