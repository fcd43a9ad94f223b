import { Button, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { Hint, StatusBadge } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { NumberField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { maxCoins, remotecreditContract } from '../contract.ts';
import classes from './remote-credit.module.css';

const { listLimits, saveLimit } = remotecreditContract;
type Limit = OutputOf<typeof listLimits>[number];

/** How much each job role may give, changed in place. */
export function LimitList() {
  return (
    <Loaded call={[listLimits, {}]} skeleton="list">
      {(limits) => <Limits limits={limits} />}
    </Loaded>
  );
}

function Limits({ limits }: { limits: readonly Limit[] }) {
  const t = useText();
  if (limits.length === 0)
    return (
      <EmptyState
        title={t('remotecredit:records.limitsEmpty')}
        hint={t('remotecredit:records.limitsEmptyHint')}
        action={
          <Button component={Link} to="/account_job" variant="light">
            {t('remotecredit:field.role')}
          </Button>
        }
      />
    );
  return (
    <Stack maw={760}>
      <Hint>{t('remotecredit:records.limitsHint')}</Hint>
      <Paper withBorder component="ul" className={classes.limits}>
        {limits.map((limit) => (
          <LimitRow key={`${limit.roleId} ${limit.perCredit}`} limit={limit} />
        ))}
      </Paper>
    </Stack>
  );
}

function LimitRow({ limit }: { limit: Limit }) {
  const t = useText();
  const [perCredit, setPerCredit] = useState<number | undefined>(limit.perCredit);
  const save = useAct(saveLimit, { success: 'remotecredit:records.limitSaved' });
  const complete = perCredit !== undefined;
  const changed = perCredit !== limit.perCredit;
  return (
    <li className={classes.limit}>
      <div className={classes.limitName}>
        <Text fw={600}>{limit.roleName}</Text>
        {limit.usual && <StatusBadge tone="quiet">{t('remotecredit:records.usual')}</StatusBadge>}
        {!limit.editable && <Hint>{t('remotecredit:records.own')}</Hint>}
      </div>
      <div className={classes.limitField}>
        <NumberField
          label={t('remotecredit:field.perCredit')}
          value={perCredit}
          onChange={setPerCredit}
          disabled={!limit.editable}
          min={0}
          max={maxCoins}
        />
      </div>
      <Button
        disabled={!complete || !changed || !limit.editable}
        loading={save.isPending}
        onClick={() => complete && save.mutate({ roleId: limit.roleId, perCredit })}
      >
        {t('kit:action.save')}
      </Button>
    </li>
  );
}
