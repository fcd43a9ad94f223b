import { Alert, Button, Code, Stack, Tabs, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { act } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import type { IdentityRecord, ProducedIdentity } from '../contract/production.ts';
import { devicesContract } from '../contract.ts';
import { identitiesCsv } from './produced-file.ts';
import { RefusalList } from './refusal-list.tsx';

type Made = readonly ProducedIdentity[];

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

/** Secrets are told once: the sheet does not close by accident before the file was saved. */
function MadeSheet({ made, onClose }: { made: Made | undefined; onClose: () => void }) {
  const t = useText();
  const [saved, setSaved] = useState<Made>();
  const close = async () => {
    if (made !== saved && !(await confirm({ title: t('devices:production.unsaved'), danger: true }))) return;
    onClose();
  };
  const save = (list: Made) => {
    const name = `coinyard-${list[0]?.code}-${list.length}.csv`;
    saveFile(name, new Blob([identitiesCsv(list)], { type: 'text/csv' }));
    setSaved(list);
  };
  return (
    <Sheet opened={made !== undefined} onClose={() => void close()} title={t('devices:production.produce')}>
      {made && (
        <Stack gap="md">
          <Alert color="coin" icon={<Icon name="key" />}>
            {t('devices:production.once', { count: made.length })}
          </Alert>
          <Button size="md" leftSection={<Icon name="download" />} onClick={() => save(made)}>
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
      )}
    </Sheet>
  );
}

/** `onMade` hears what is told only once. */
function identityList(onMade: (made: Made) => void) {
  const renew: Action<IdentityRecord> = {
    label: 'devices:production.renew',
    icon: 'refresh',
    needs: devicesContract.raiseGeneration,
    confirm: {
      title: 'devices:production.renewTitle',
      body: 'devices:production.renewBody',
      params: ({ code }) => ({ code }),
    },
    run: async ({ code }) => onMade([await act(devicesContract.raiseGeneration, { code })]),
  };
  const produce = formAction({
    endpoint: devicesContract.produceIdentities,
    texts: 'devices',
    initial: { count: 10 },
    fields: ['type', { name: 'model', hint: 'devices:production.modelHint' }, 'count'],
    done: onMade,
  });
  return defineList({
    endpoint: devicesContract.listIdentities,
    texts: 'devices',
    rowId: (identity) => identity.code,
    columns: [
      { key: 'code', phone: 'what' },
      'type',
      { key: 'model', phone: 'more' },
      'ownerName',
      { key: 'generation', optional: true },
      { key: 'createdAt', label: 'devices:production.producedAt' },
      { key: 'claimedAt', optional: true },
      { key: 'state', width: 110 },
    ],
    search: 'keyword',
    searchHint: 'devices:production.search',
    filters: ['type', 'state'],
    size: 20,
    leading: (identity) => (
      <MachineDrawing
        type={identity.type}
        mood={identity.state === 'blocked' ? 'offline' : 'online'}
        size={36}
      />
    ),
    actions: [{ label: 'devices:production.produce', icon: 'plus', primary: true, form: produce }],
    rowActions: [renew, forOne(block), forOne(unblock)],
    bulkActions: [block, unblock],
    empty: { title: 'devices:production.empty', hint: 'devices:production.emptyHint' },
  });
}

function IdentityList() {
  const [made, setMade] = useState<Made>();
  const definition = useMemo(() => identityList(setMade), []);
  return (
    <>
      <ListPage definition={definition} />
      <MadeSheet made={made} onClose={() => setMade(undefined)} />
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
