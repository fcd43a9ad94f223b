import { Button, Group, Paper, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { UserAvatar } from '#features/base/accounts/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { FieldView } from '#kit/ui/field-view.tsx';
import { ReferenceField } from '#kit/ui/fields/reference-field.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { Can } from '#kit/ui/session.ts';
import { partnersContract } from '../contract.ts';

const { franchiseeDetail, franchiseeStores, listFranchisees, saveFranchisee } = partnersContract;

const source = referenceTo({
  endpoint: listFranchisees,
  search: 'keyword',
  labelOf: (franchisee) => franchisee.name,
  hintOf: (franchisee) => franchisee.account,
});

function Summary({ id }: { id: string }) {
  const t = useText();
  return (
    <Loaded call={[franchiseeDetail, { id }]} skeleton="nothing">
      {(data) => (
        <Paper withBorder p="md" mb="md">
          <Group>
            <UserAvatar name={data.name} avatar={data.avatar} size={48} />
            <div style={{ flex: 1 }}>
              <Text fw={650}>{data.name}</Text>
              <Text size="sm" c="dimmed">
                {data.account} {data.phone}
              </Text>
            </div>
            <div>
              <Text size="xs" c="dimmed">
                {t('partners:field.incomeFen')}
              </Text>
              <Text fw={650}>
                <FieldView of={franchiseeDetail} data={data} path="incomeFen" />
              </Text>
            </div>
            <FieldView of={franchiseeDetail} data={data} path="enabled" />
            <Can endpoint={saveFranchisee}>
              <Button component={Link} to={`/addjms?id=${id}`} variant="default">
                {t('kit:action.edit')}
              </Button>
            </Can>
          </Group>
        </Paper>
      )}
    </Loaded>
  );
}

const listFor = (id: string) =>
  defineList({
    endpoint: franchiseeStores,
    texts: 'partners',
    input: { id },
    columns: [{ key: 'name', label: 'partners:field.storeName' }],
    empty: { title: 'partners:page.franchisee.noStores', hint: 'partners:page.franchisee.noStoresHint' },
    header: <Summary id={id} />,
  });

/** The stores of one franchisee; `?id=` says whose. */
export default function FranchiseeStores() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const id = query.get('id');
  if (id) return <ListPage key={id} definition={listFor(id)} />;
  return (
    <EmptyState
      title={t('partners:page.franchisee.chooseOne')}
      action={
        <ReferenceField
          source={source}
          value={undefined}
          onChange={(chosen) => chosen && setQuery({ id: chosen }, { replace: true })}
          aria-label={t('partners:screen.franchisees')}
        />
      }
    />
  );
}
