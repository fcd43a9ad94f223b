import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Action, callOf, removing } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { useViewsPlace, type ViewsPlace } from '#kit/pages/saved-views.tsx';
import { useActions } from '#kit/pages/use-actions.ts';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useSession } from '#kit/ui/session.ts';
import { viewsContract } from '../contract.ts';
import { keepView } from './keep-view.ts';
import { addressOfView, isOpen } from './view-address.ts';

const { listViews, renameView, removeView, shareView } = viewsContract;
type View = OutputOf<typeof listViews>[number];

const rename = formAction({
  endpoint: renameView,
  texts: 'views',
  initial: ({ id, name }: View) => ({ id, name }),
  fields: ['name'],
});

const actions: readonly Action<View>[] = [
  { label: 'views:page.rename', icon: 'edit', form: rename, visible: ({ isOwn }) => isOwn },
  {
    label: 'views:page.share',
    icon: 'users',
    call: callOf(shareView, ({ id }: View) => ({ id, shared: true })),
    visible: ({ isOwn, isShared }) => isOwn && !isShared,
    success: 'views:page.sharedNow',
  },
  {
    label: 'views:page.unshare',
    icon: 'lock',
    call: callOf(shareView, ({ id }: View) => ({ id, shared: false })),
    visible: ({ isShared }) => isShared,
    success: 'views:page.unsharedNow',
  },
  {
    ...removing,
    call: callOf(removeView, ({ id }: View) => ({ id })),
    confirm: { title: 'views:page.removeTitle', params: ({ name }) => ({ name }) },
    visible: ({ isOwn }) => isOwn,
  },
];

/** Kept views of the page around it: a chip opens one, the open one can be changed, a button keeps what is shown now. */
export default function ViewChips() {
  const place = useViewsPlace();
  const user = useSession();
  // the gallery shows patterns also without a log-in
  return place && user ? <Chips place={place} /> : null;
}

function Chips({ place: { page, range } }: { place: ViewsPlace }) {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const { data: views } = useCall(listViews, { page });
  // whether something is left to keep is known when all views are
  if (!views) return null;
  const today = new Date();
  const open = views.find((view) => isOpen(view, address, range, today));
  return (
    <Group gap={6} role="group" aria-label={t('views:page.views')}>
      {views.map((view) => (
        <Button
          key={view.id}
          size="compact-md"
          radius="xl"
          variant={view === open ? 'filled' : 'default'}
          aria-pressed={view === open}
          title={view.isOwn ? undefined : t('views:page.from', { name: view.userName })}
          leftSection={view.isShared ? <Icon name="users" size={14} /> : undefined}
          onClick={() => setAddress(addressOfView(view, range, new Date()))}
        >
          {view.name}
        </Button>
      ))}
      {open && <ViewMenu view={open} />}
      {!open && (
        <Button
          size="compact-md"
          radius="xl"
          variant="subtle"
          leftSection={<Icon name="star" size={16} />}
          onClick={() => void keepView(page, address, range)}
        >
          {t('views:page.keep')}
        </Button>
      )}
    </Group>
  );
}

function ViewMenu({ view }: { view: View }) {
  const t = useText();
  const runner = useActions([listViews]);
  const allowed = runner.allowed(actions, view);
  if (allowed.length === 0) return null;
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" size={32} aria-label={t('views:page.change', { name: view.name })}>
          <Icon name="dots-vertical" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {allowed.map((action) => (
          <Menu.Item
            key={action.label}
            color={action.danger ? 'red' : undefined}
            leftSection={action.icon && <Icon name={action.icon} size={16} />}
            onClick={() => void runner.run(action, view)}
          >
            {t(action.label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
