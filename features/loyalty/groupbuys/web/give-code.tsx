import { ActionIcon, Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isMemberCode } from '#features/people/playerapp/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { phonePattern } from '#kit/contract/schemas.ts';
import { failureMessage, useAct } from '#kit/ui/api.ts';
import { Hint, Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { PreparedCode } from '../contract/verifications.ts';
import { groupBuysContract } from '../contract.ts';
import { CodeBox } from './code-box.tsx';
import classes from './groupbuys.module.css';
import type { Verified } from './verify-result.tsx';

const { findRecipient, verifyCode } = groupBuysContract;
type Found = OutputOf<typeof findRecipient>;
type Named = { memberCode: string } | { phone: string };

/** The code on the member's phone, or a number. */
function namedBy(text: string): Named | undefined {
  if (isMemberCode(text)) return { memberCode: text };
  const phone = text.replaceAll(/[\s-]/g, '');
  return phonePattern.test(phone) ? { phone } : undefined;
}

interface GiveCodeProps {
  prepared: PreparedCode;
  onVerified: (verified: Verified) => void;
  onBack: () => void;
}

/** What was bought, for whom it is, and the one button. */
export function GiveCode({ prepared, onVerified, onBack }: GiveCodeProps) {
  const t = useText();
  const [uses, setUses] = useState(1);
  const [named, setNamed] = useState<Named>();
  const [wrong, setWrong] = useState(false);
  const find = useAct(findRecipient, { quiet: true });
  const verify = useAct(verifyCode, { quiet: true, onDone: onVerified });
  const name = (text: string) => {
    const who = namedBy(text);
    setWrong(who === undefined);
    setNamed(who);
    if (who) find.mutate(who);
  };
  const found = named && !find.isPending ? find.data : undefined;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Bought prepared={prepared} />
        {prepared.usesLeft > 1 && <Uses prepared={prepared} uses={uses} onChange={setUses} />}
        {found ? (
          <ForWhom found={found} onOther={() => setNamed(undefined)} />
        ) : (
          <CodeBox
            label={t('groupbuys:page.forWhom')}
            placeholder={t('groupbuys:page.forWhomHint')}
            take={t('groupbuys:page.takeMember')}
            busy={find.isPending}
            problem={
              wrong ? t('groupbuys:page.noMemberCode') : find.error ? failureMessage(find.error) : undefined
            }
            onCode={name}
          />
        )}
        {verify.error && (
          <Alert color="red" icon={<Icon name="alert-triangle" />} role="alert">
            {failureMessage(verify.error)}
          </Alert>
        )}
        {found && named && (
          <Button
            size="xl"
            loading={verify.isPending}
            onClick={() => verify.mutate({ id: prepared.id, uses, ...named })}
          >
            {t('groupbuys:page.verify')}
          </Button>
        )}
        <Button variant="subtle" onClick={onBack} disabled={verify.isPending}>
          {t('groupbuys:page.otherCode')}
        </Button>
      </Stack>
    </Paper>
  );
}

function Bought({ prepared }: { prepared: PreparedCode }) {
  const t = useText();
  return (
    <div>
      <Hint>{prepared.title}</Hint>
      <div className={classes.worth}>{prepared.worthText}</div>
      <Hint>
        {t('groupbuys:page.paid')} <Money fen={prepared.priceFen} /> ·{' '}
        {t('groupbuys:page.usesLeft', { count: prepared.usesLeft })} ·{' '}
        {t('groupbuys:page.codeEnd', { end: prepared.codeEnd })}
        {prepared.expiresAt && (
          <>
            {' '}
            · {t('groupbuys:page.until')} <Time value={prepared.expiresAt} />
          </>
        )}
      </Hint>
    </div>
  );
}

function Uses({
  prepared: { mostAtOnce },
  uses,
  onChange,
}: {
  prepared: PreparedCode;
  uses: number;
  onChange: (uses: number) => void;
}) {
  const t = useText();
  return (
    <div className={classes.uses}>
      <Text className={classes.grow}>{t('groupbuys:page.howMany')}</Text>
      <ActionIcon
        variant="default"
        size={44}
        disabled={uses <= 1}
        aria-label={t('groupbuys:page.fewer')}
        onClick={() => onChange(uses - 1)}
      >
        <Icon name="minus" />
      </ActionIcon>
      <output className={classes.count} aria-label={t('groupbuys:page.howMany')}>
        {uses}
      </output>
      <ActionIcon
        variant="default"
        size={44}
        disabled={uses >= mostAtOnce}
        aria-label={t('groupbuys:page.more')}
        onClick={() => onChange(uses + 1)}
      >
        <Icon name="plus" />
      </ActionIcon>
    </div>
  );
}

function ForWhom({ found, onOther }: { found: Found; onOther: () => void }) {
  const t = useText();
  const { playerName, playerPhone, isNew } = found;
  return (
    <Group wrap="nowrap" role="status">
      <Icon name={isNew ? 'user-plus' : 'user-check'} size={28} />
      <div className={classes.grow}>
        <Text fw={600}>{isNew ? t('groupbuys:page.newMember') : (playerName ?? playerPhone)}</Text>
        <Hint>{isNew ? t('groupbuys:page.newMemberHint') : playerPhone}</Hint>
      </div>
      <Button variant="subtle" onClick={onOther}>
        {t('groupbuys:page.otherMember')}
      </Button>
    </Group>
  );
}
