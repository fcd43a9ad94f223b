import { Alert, Anchor, Group, Paper, Stack, UnstyledButton } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { ActionMenu } from '#kit/pages/action-controls.tsx';
import { useActions } from '#kit/pages/use-actions.ts';
import { Heading, Hint, Money, StatusBadge } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import type { Platform } from '../contract/kinds.ts';
import type { StoreRecord } from '../contract/platforms.ts';
import { groupBuysContract } from '../contract.ts';
import classes from './groupbuys.module.css';
import { paths, storeAddress } from './paths.ts';
import { storeActions } from './store-actions.ts';
import { Verify } from './verify.tsx';

const { listStores, readStore, prepareCode } = groupBuysContract;
type Store = OutputOf<typeof readStore>;

/** /shopDetail and /mtShopDetail: the store, its site, and the counter at which codes are verified. */
export function StorePage({ platform }: { platform: Platform }) {
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id)
    return (
      <Loaded call={[readStore, { id }]} skeleton="block">
        {(store) => <OneStore key={id} store={store} />}
      </Loaded>
    );
  return (
    <Loaded call={[listStores, { platform, bound: true, size: 100 }]} skeleton="list">
      {({ records }) => <ChooseStore platform={platform} stores={records} />}
    </Loaded>
  );
}

function ChooseStore({ platform, stores }: { platform: Platform; stores: readonly StoreRecord[] }) {
  const t = useText();
  if (stores.length === 0)
    return (
      <EmptyState
        title={t('groupbuys:page.noBoundStore')}
        hint={t('groupbuys:page.noBoundStoreHint')}
        action={
          <Anchor component={Link} to={paths[platform].home}>
            {t('groupbuys:page.toStores')}
          </Anchor>
        }
      />
    );
  return (
    <Stack maw={560} gap="xs">
      <Hint>{t('groupbuys:page.chooseStore')}</Hint>
      {stores.map(({ id, name, fieldName }) => (
        <UnstyledButton key={id} component={Link} to={storeAddress(platform, id)} className={classes.choice}>
          <span className={classes.grow}>
            <strong>{name}</strong>
            <Hint>{fieldName}</Hint>
          </span>
          <Icon name="chevron-right" />
        </UnstyledButton>
      ))}
    </Stack>
  );
}

function OneStore({ store }: { store: Store }) {
  const t = useText();
  const mayVerify = useCan(prepareCode);
  return (
    <Stack maw={560} className={classes.counter}>
      <StoreHead store={store} />
      {store.refusal ? (
        <Alert color="orange" icon={<Icon name="alert-triangle" />} title={t('groupbuys:page.closed')}>
          {store.refusal}
        </Alert>
      ) : (
        mayVerify && <Verify storeId={store.id} />
      )}
      <Group justify="space-between">
        <Hint>
          {t('groupbuys:page.today', { count: store.verifiedToday })} · <Money fen={store.incomeTodayFen} />
        </Hint>
        <Anchor component={Link} to={`${paths[store.platform].records}?storeId=${store.id}`} size="sm">
          {t('groupbuys:page.toRecords')}
        </Anchor>
      </Group>
    </Stack>
  );
}

function StoreHead({ store }: { store: Store }) {
  const t = useText();
  const runner = useActions([readStore]);
  return (
    <Paper withBorder p="md">
      <Group wrap="nowrap" align="flex-start">
        <div className={classes.grow}>
          <Heading size="h4">{store.name}</Heading>
          <Hint>{store.fieldName ?? t('groupbuys:page.noSite')}</Hint>
          <Group gap="xs" mt={6}>
            <StatusBadge tone={store.bound ? 'good' : 'waiting'}>
              {t(`groupbuys:bound.${store.bound ? 'yes' : 'no'}`)}
            </StatusBadge>
            <StatusBadge tone={store.authorised ? 'good' : 'waiting'}>
              {t(`groupbuys:authorised.${store.authorised ? 'yes' : 'no'}`)}
            </StatusBadge>
          </Group>
        </div>
        <ActionMenu actions={storeActions} subject={store} runner={runner} name={store.name} />
      </Group>
    </Paper>
  );
}
