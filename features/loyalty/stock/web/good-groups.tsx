import { Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { navigation } from '#kit/ui/navigation.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { stockContract } from '../contract.ts';
import { ClassNames } from './class-names.tsx';
import classes from './stock.module.css';

const { listClasses, groupGoods, readGood } = stockContract;
type Groups = OutputOf<typeof listClasses>;

const page = '/integralStore/goodManage/integral-store-group-chose';

/** Groups of goods; with `?ids=` the groups that these goods are in. */
export default function GoodGroups() {
  const [query] = useSearchParams();
  const ids = query.get('ids')?.split(',').filter(Boolean) ?? [];
  if (ids.length === 0) return <ClassNames kind="group" />;
  return (
    <Loaded call={[listClasses, { kind: 'group' }]} skeleton="list">
      {(groups) =>
        groups.length === 0 ? <NoGroups /> : <Chosen key={ids.join()} ids={ids} groups={groups} />
      }
    </Loaded>
  );
}

function NoGroups() {
  const t = useText();
  return (
    <EmptyState
      title={t('stock:group.emptyTitle')}
      hint={t('stock:group.emptyHint')}
      action={
        <Button component={Link} to={`${page}?add=1`}>
          {t('stock:group.add')}
        </Button>
      }
    />
  );
}

/** Of one good its groups are ticked already; of several they are chosen again. */
function Chosen({ ids, groups }: { ids: string[]; groups: Groups }) {
  const [only] = ids;
  if (ids.length > 1 || !only) return <Picker ids={ids} groups={groups} initial={[]} />;
  return (
    <Loaded call={[readGood, { id: only }]} skeleton="list">
      {(good) => <Picker ids={ids} groups={groups} initial={good.groupIds} name={good.name} />}
    </Loaded>
  );
}

function Picker({
  ids,
  groups,
  initial,
  name,
}: {
  ids: string[];
  groups: Groups;
  initial: readonly string[];
  name?: string;
}) {
  const t = useText();
  const [chosen, setChosen] = useState<readonly string[]>(initial);
  const save = useAct(groupGoods, { success: 'kit:action.saved', onDone: () => navigation.back() });
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  return (
    <Stack maw={720}>
      <Hint>
        {name ? t('stock:group.ofGood', { name }) : t('stock:group.ofGoods', { count: ids.length })}
      </Hint>
      <Paper withBorder component="ul" className={classes.choices}>
        {groups.map((group) => (
          <li key={group.id}>
            <Checkbox
              checked={chosen.includes(group.id)}
              onChange={() => toggle(group.id)}
              label={
                <Group gap={8} component="span">
                  <Text span fw={600}>
                    {group.name}
                  </Text>
                  <Text span size="sm" c="dimmed">
                    {t('stock:class.goodCount', { count: group.goodCount })}
                  </Text>
                </Group>
              }
            />
          </li>
        ))}
      </Paper>
      <StickyActions>
        <Button loading={save.isPending} onClick={() => save.mutate({ ids, groupIds: [...chosen] })}>
          {t('kit:action.save')}
        </Button>
      </StickyActions>
    </Stack>
  );
}
