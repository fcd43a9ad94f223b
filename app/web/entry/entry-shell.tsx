import './mantine-entry.css';
import { ActionIcon, Button, useMantineColorScheme } from '@mantine/core';
import { IconMoon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { switchLanguage, useLanguage, useText } from '#kit/ui/i18n.ts';
import { Brand } from '../brand.tsx';
import { MantineRoot } from '../mantine-root.tsx';
import type { KnownScreen } from '../screens.ts';
import styles from './entry.module.css';

export { Frame } from '../routed.tsx';

/** Two languages need a switch, not a menu; and a menu's machinery would double the login page. */
function LanguageSwitch() {
  const t = useText();
  const other = useLanguage() === 'zh-cn' ? 'en-us' : 'zh-cn';
  return (
    <Button variant="subtle" color="gray" h={44} lang={other} onClick={() => void switchLanguage(other)}>
      {t(other === 'zh-cn' ? 'app:shell.zhCn' : 'app:shell.enUs')}
    </Button>
  );
}

function SchemeSwitch() {
  const t = useText();
  const { setColorScheme } = useMantineColorScheme();
  const toggle = () => {
    const dark = document.documentElement.dataset.mantineColorScheme === 'dark';
    setColorScheme(dark ? 'light' : 'dark');
  };
  return (
    <ActionIcon variant="subtle" color="gray" size={44} onClick={toggle} aria-label={t('app:shell.scheme')}>
      <IconMoon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** A person who types here is about to come in: what the pages inside draw with comes meanwhile. */
const makeReady = () => void import('#kit/ui/all-styles.ts');

/** Around the pages before login: brand, language and appearance, and the page itself. */
export default function EntryShell({ children }: { screen: KnownScreen | undefined; children: ReactNode }) {
  const t = useText();
  return (
    <MantineRoot>
      <div className={styles.entry}>
        <header className={styles.bar}>
          <Link to="/login" className={styles.home}>
            <Brand name={t('app:shell.brand')} />
          </Link>
          <div className={styles.tools}>
            <LanguageSwitch />
            <SchemeSwitch />
          </div>
        </header>
        <main className={styles.main} onInput={makeReady}>
          {children}
        </main>
      </div>
    </MantineRoot>
  );
}
