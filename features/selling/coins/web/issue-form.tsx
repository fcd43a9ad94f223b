import { Button, Group, NumberInput, Paper, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { type IssueRecord, maxIssueCoins } from '../contract/issue.ts';
import { coinsContract } from '../contract.ts';
import classes from './coins.module.css';
import { ExchangeChoice } from './exchange-choice.tsx';
import { IssueResult } from './issue-result.tsx';
import { type Member, MemberPicker } from './member-picker.tsx';
import { SiteChoice } from './site-choice.tsx';

const { issueToMember, issueFromMachine, readIssueAllowance, readIssue } = coinsContract;
const usualAmounts = [5, 10, 20, 50, 100];

export function IssueForm() {
  const [given, setGiven] = useState<IssueRecord | undefined>();
  if (given) return <Given issue={given} onAgain={() => setGiven(undefined)} />;
  return <Fields onGiven={setGiven} />;
}

/** A machine takes its time: the page follows it. */
function Given({ issue, onAgain }: { issue: IssueRecord; onAgain: () => void }) {
  const t = useText();
  const { data = issue } = useCall(readIssue, { id: issue.id }, { enabled: issue.way === 'machine' });
  return (
    <Paper withBorder maw={720}>
      <IssueResult issue={data} />
      <Group justify="center" pb="lg">
        <Button onClick={onAgain} disabled={data.state === 'pending'}>
          {t('coins:issue.again')}
        </Button>
      </Group>
    </Paper>
  );
}

type Way = IssueRecord['way'];

function Fields({ onGiven }: { onGiven: (issue: IssueRecord) => void }) {
  const t = useText();
  const [way, setWay] = useState<Way>('member');
  const [siteId, setSiteId] = useState<string | undefined>();
  const [member, setMember] = useState<Member | undefined>();
  const [machine, setMachine] = useState<string | undefined>();
  const [coins, setCoins] = useState<number | undefined>();
  const [remark, setRemark] = useState('');
  // one intent, one id: sent again after a lost answer it gives nothing twice
  const [requestId] = useState(newRequestId);
  const toMember = useAct(issueToMember, { onDone: onGiven });
  const fromMachine = useAct(issueFromMachine, { onDone: onGiven });
  const common = { coins: coins ?? 0, remark: remark.trim(), requestId };
  const target = way === 'member' ? siteId && member : machine;
  const ready = Boolean(target && coins && remark.trim());
  const submit = () => {
    if (way === 'machine' && machine) fromMachine.mutate({ equipmentId: machine, ...common });
    else if (siteId && member) toMember.mutate({ fieldId: siteId, playerId: member.playerId, ...common });
  };
  return (
    <Stack maw={720}>
      <SegmentedControl
        fullWidth
        value={way}
        onChange={(value) => setWay(value as Way)}
        aria-label={t('coins:field.way')}
        data={(['member', 'machine'] as const).map((value) => ({
          value,
          label: t(`coins:issue.to.${value}`),
        }))}
      />
      <Allowance />
      {way === 'member' ? (
        <>
          <SiteChoice value={siteId} onChange={setSiteId} />
          {siteId && <MemberPicker key={siteId} siteId={siteId} chosen={member} onChoose={setMember} />}
        </>
      ) : (
        <ExchangeChoice value={machine} onChange={setMachine} />
      )}
      <Amount value={coins} onChange={setCoins} />
      <TextInput
        label={t('coins:issue.reason')}
        description={t('coins:issue.reasonHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        maxLength={100}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
      <StickyActions>
        <Button disabled={!ready} loading={toMember.isPending || fromMachine.isPending} onClick={submit}>
          {t('coins:issue.submit', { count: coins ?? 0 })}
        </Button>
      </StickyActions>
    </Stack>
  );
}

function Amount({
  value,
  onChange,
}: {
  value: number | undefined;
  onChange: (coins: number | undefined) => void;
}) {
  const t = useText();
  return (
    <div>
      <NumberInput
        label={t('coins:issue.coins')}
        withAsterisk
        min={1}
        max={maxIssueCoins}
        allowDecimal={false}
        inputMode="numeric"
        value={value ?? ''}
        onChange={(next) => onChange(next === '' ? undefined : Number(next))}
      />
      <div className={classes.amounts} style={{ marginTop: 8 }}>
        {usualAmounts.map((coins) => (
          <Button
            key={coins}
            variant={value === coins ? 'filled' : 'default'}
            onClick={() => onChange(coins)}
          >
            {coins}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Allowance() {
  const t = useText();
  const { data } = useCall(readIssueAllowance, {});
  if (!data || data.left === null || data.perDay === null) return null;
  return <Hint role="status">{t('coins:issue.left', { left: data.left, perDay: data.perDay })}</Hint>;
}
