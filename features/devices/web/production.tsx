import { Alert, Button, Code, Stack, Tabs, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import {
  type IdentityRecord,
  type IdentityState,
  identityStates,
  type ProducedIdentity,
} from '../contract/production.ts';
import { devicesContract } from '../contract.ts';
import { typeOptions } from './device-board.tsx';
import { DeviceTypeName, TypeIcon } from './device-parts.tsx';
import { identitiesCsv } from './produced-file.ts';
import { RefusalList } from './refusal-list.tsx';

const tones: Record<IdentityState, Tone> = { free: 'info', claimed: 'good', blocked: 'bad' };

function State({ state }: { state: IdentityState }) {
  return <StatusBadge tone={tones[state]}>{useText()(`devices:production.state.${state}`)}</StatusBadge>;
}

const columns: readonly Column<IdentityRecord>[] = [
  { key: 'code', label: 'devices:field.code', primary: true, sortable: true },
  {
    key: 'type',
    label: 'devices:field.type',
    render: (identity) => <DeviceTypeName type={identity.type} />,
  },
  { key: 'model', label: 'devices:field.model', secondary: true },
  { key: 'ownerName', label: 'devices:production.owner' },
  { key: 'generation', label: 'devices:production.generation', optional: true, align: 'right' },
  {
    key: 'createdAt',
    label: 'devices:production.producedAt',
    sortable: true,
    render: (identity) => <Time value={identity.createdAt} />,
    exportAs: { kind: 'instant' },
  },
  {
    key: 'claimedAt',
    label: 'devices:production.claimedAt',
    sortable: true,
    optional: true,
    render: (identity) => <Time value={identity.claimedAt} />,
    exportAs: { kind: 'instant' },
  },
  {
    key: 'state',
    label: 'devices:field.state',
    trailing: true,
    width: 110,
    render: (identity) => <State state={identity.state} />,
    exportAs: {
      values: Object.fromEntries(identityStates.map((state) => [state, `devices:production.state.${state}`])),
    },
  },
];

const codesOf = (list: IdentityRecord[]) => list.map(({ code }) => code);
const block: Action<IdentityRecord[]> = {
  label: 'devices:production.block',
  icon: 'lock',
  danger: true,
  visible: (list) => list.every(({ state }) => state !== 'blocked'),
  call: callOf(devicesContract.blockIdentities, (list: IdentityRecord[]) => ({
    codes: codesOf(list),
    blocked: true,
  })),
  confirm: {
    title: 'devices:production.blockTitle',
    body: 'devices:production.blockBody',
    params: ({ length }) => ({ count: length }),
  },
  success: 'devices:production.blocked',
};
const unblock: Action<IdentityRecord[]> = {
  label: 'devices:production.unblock',
  icon: 'key',
  visible: (list) => list.every(({ state }) => state === 'blocked'),
  call: callOf(devicesContract.blockIdentities, (list: IdentityRecord[]) => ({
    codes: codesOf(list),
    blocked: false,
  })),
  success: 'devices:production.unblocked',
};

const produceSchema = devicesContract.produceIdentities.input;

/** Secrets are told once: the sheet does not close by accident before the file was saved. */
function ProduceSheet(props: {
  opened: boolean;
  made: readonly ProducedIdentity[] | undefined;
  onMade: (made: readonly ProducedIdentity[]) => void;
  onClose: () => void;
}) {
  const t = useText();
  const { opened, made, onMade, onClose } = props;
  const [saved, setSaved] = useState(false);
  const form = useMemo(
    () =>
      defineForm({
        schema: produceSchema,
        fields: [
          { name: 'type', label: 'devices:field.type', options: typeOptions, wide: true },
          { name: 'model', label: 'devices:field.model', hint: 'devices:production.modelHint', wide: true },
          { name: 'count', label: 'devices:production.count', wide: true },
        ],
        initial: { count: 10 },
        guard: false,
        submit: async (data) => onMade(await client.call(devicesContract.produceIdentities, data)),
        submitLabel: 'devices:production.produce',
        invalidates: [devicesContract.listIdentities],
        afterwards: () => setSaved(false),
      }),
    [onMade],
  );
  const close = async () => {
    const lost = made && !saved;
    if (lost && !(await confirm({ title: t('devices:production.unsaved'), danger: true }))) return;
    onClose();
  };
  const save = () => {
    if (!made) return;
    saveFile(
      `coinyard-${made[0]?.code}-${made.length}.csv`,
      new Blob([identitiesCsv(made)], { type: 'text/csv' }),
    );
    setSaved(true);
  };
  return (
    <Sheet opened={opened} onClose={() => void close()} title={t('devices:production.produce')}>
      {made ? (
        <Stack gap="md">
          <Alert color="coin" icon={<Icon name="key" />}>
            {t('devices:production.once', { count: made.length })}
          </Alert>
          <Button size="md" leftSection={<Icon name="download" />} onClick={save}>
            {t('devices:production.download')}
          </Button>
          <Text size="sm" c="dimmed" component="div">
            {made.slice(0, 5).map(({ code, claimPin }) => (
              <Code key={code} block>
                {`${code}  ${claimPin}`}
              </Code>
            ))}
          </Text>
        </Stack>
      ) : (
        <FormPage definition={form} />
      )}
    </Sheet>
  );
}

function IdentityList() {
  const [opened, setOpened] = useState(false);
  const [made, setMade] = useState<readonly ProducedIdentity[]>();
  const definition = useMemo(() => {
    const renew: Action<IdentityRecord> = {
      label: 'devices:production.renew',
      icon: 'refresh',
      needs: devicesContract.raiseGeneration,
      confirm: {
        title: 'devices:production.renewTitle',
        body: 'devices:production.renewBody',
        params: ({ code }) => ({ code }),
      },
      run: async ({ code }) => {
        setMade([await client.call(devicesContract.raiseGeneration, { code })]);
        setOpened(true);
        await invalidate(devicesContract.listIdentities);
      },
    };
    return defineList({
      endpoint: devicesContract.listIdentities,
      rowId: (identity) => identity.code,
      columns,
      search: 'keyword',
      searchHint: 'devices:production.search',
      filters: [
        { kind: 'choice', name: 'type', label: 'devices:field.type', options: typeOptions },
        {
          kind: 'choice',
          name: 'state',
          label: 'devices:field.state',
          options: identityStates.map((value) => ({ value, label: `devices:production.state.${value}` })),
        },
      ],
      size: 20,
      leading: (identity) => <TypeIcon type={identity.type} dim={identity.state === 'blocked'} />,
      actions: [
        {
          label: 'devices:production.produce',
          icon: 'plus',
          primary: true,
          needs: devicesContract.produceIdentities,
          run: () => setOpened(true),
        },
      ],
      rowActions: [renew, forOne(block), forOne(unblock)],
      bulkActions: [block, unblock],
      empty: { title: 'devices:production.empty', hint: 'devices:production.emptyHint' },
      export: true,
    });
  }, []);
  return (
    <>
      <ListPage definition={definition} />
      <ProduceSheet
        opened={opened}
        made={made}
        onMade={setMade}
        onClose={() => {
          setOpened(false);
          setMade(undefined);
        }}
      />
    </>
  );
}

const tabs = ['identities', 'refusals'] as const;

export default function Production() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find((name) => name === query.get('tab')) ?? 'identities';
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(name) => name && setQuery({ tab: name }, { replace: true })}
    >
      <Tabs.List mb="md">
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`devices:production.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{tab === 'identities' ? <IdentityList /> : <RefusalList />}</Tabs.Panel>
    </Tabs>
  );
}
