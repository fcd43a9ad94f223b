import { TabBar } from '#kit/player/page.tsx';
import { house, person } from '#kit/player/tab-icons.tsx';
import { useText } from '#kit/ui/i18n.ts';

const sheet = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6" />
  </svg>
);
const code = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z" />
  </svg>
);

/** Under the thumb on the app's main pages. */
export function AppTabs() {
  const t = useText();
  return (
    <TabBar
      label={t('playerapp:tabs.label')}
      entries={[
        { to: '/program', label: t('playerapp:tabs.home'), icon: house },
        { to: '/program/membershipCode', label: t('playerapp:tabs.code'), icon: code },
        { to: '/program/my/OrdersCenter', label: t('playerapp:tabs.orders'), icon: sheet },
        { to: '/program/my', label: t('playerapp:tabs.me'), icon: person },
      ]}
    />
  );
}
