import { Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { siteSource } from '#features/base/sites/web/public.ts';
import { ScanBox } from '#features/loyalty/handover/web/public.ts';
import { failureMessage, useAct } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { deviceStorage } from '#kit/ui/device-storage.ts';
import { Hint } from '#kit/ui/display.tsx';
import { ReferenceField } from '#kit/ui/fields/reference-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract } from '../contract.ts';
import { CounterLines, FoundGoods } from './counter-lines.tsx';
import { CounterResult } from './counter-result.tsx';
import { CounterSide } from './counter-side.tsx';
import classes from './exchange.module.css';
import { useCounter } from './use-counter.ts';

/** A counter stands at one shop for years. */
const storageKey = 'coinyard.counter';

/** /integralStore/sell: the member's code, goods, and then the member's word on the phone; in whichever order. */
export default function Counter() {
  const t = useText();
  const current = useCurrentSite();
  const [fieldId, setFieldId] = useState(current?.id ?? deviceStorage.getItem(storageKey) ?? undefined);
  const choose = (id: string | undefined) => {
    if (id) deviceStorage.setItem(storageKey, id);
    setFieldId(id);
  };
  return (
    <Stack>
      <Paper withBorder p="md" maw={420}>
        <ReferenceField
          label={t('kit:thing.siteLabel')}
          value={fieldId}
          onChange={choose}
          source={siteSource(current && { [current.id]: current.name })}
        />
      </Paper>
      {fieldId ? (
        <AtShop key={fieldId} fieldId={fieldId} />
      ) : (
        <Text c="dimmed">{t('exchange:counter.siteFirst')}</Text>
      )}
    </Stack>
  );
}

function AtShop({ fieldId }: { fieldId: string }) {
  const t = useText();
  const counter = useCounter(fieldId);
  const { member, lines } = counter;
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string>();
  const asking = useAct(exchangeContract.askExchange, { quiet: true, onDone: ({ id }) => setAsked(id) });
  const next = () => {
    counter.clear();
    setAsked(undefined);
  };
  const change = (sameMember: boolean) => {
    if (!sameMember) counter.leaveMember();
    setAsked(undefined);
  };
  const scanNext = (text: string) => {
    next();
    void counter.take(text);
  };
  if (asked) return <CounterResult id={asked} onNext={next} onChange={change} onScan={scanNext} />;
  const ask = () =>
    member &&
    asking.mutate({
      code: member.code,
      fieldId,
      lines: lines.map(({ variantId, pieces }) => ({ variantId, pieces })),
    });
  return (
    <div className={classes.counter}>
      <Paper withBorder p="md">
        <Stack>
          <ScanBox
            label={t('exchange:counter.scan')}
            active={!counter.handing}
            onText={(text) => {
              asking.reset();
              void counter.take(text);
            }}
            onTyping={setTyped}
          />
          {counter.problem && (
            <Text c="red.9" role="alert">
              {counter.problem}
            </Text>
          )}
          <FoundGoods fieldId={fieldId} typed={typed} found={counter.found} onChoose={counter.add} />
          <CounterLines lines={lines} onChange={counter.put} />
          {lines.length > 0 && <Hint size="xs">{t('exchange:counter.keys')}</Hint>}
        </Stack>
      </Paper>
      <CounterSide
        member={member}
        lines={lines}
        busy={asking.isPending}
        refusal={asking.error ? failureMessage(asking.error) : undefined}
        onAsk={() => ask()}
        onClear={counter.clear}
      />
    </div>
  );
}
