import { Button, Loader, Paper, Text } from '@mantine/core';
import { ScanBox } from '#features/loyalty/handover/web/public.ts';
import { useAct } from '#kit/ui/api.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { type AskedExchange, exchangeContract } from '../contract.ts';
import classes from './exchange.module.css';

/** Not every network lets sockets through, and somebody stands at the counter. */
const askEveryMs = 3000;

interface Props {
  id: string;
  onNext: () => void;
  /** back to the goods, for another try; a code that the member has answered names nobody any more */
  onChange: (sameMember: boolean) => void;
  /** the next customer's code, scanned at once */
  onScan: (text: string) => void;
}

/** What the member says to it, as it happens. */
export function CounterResult({ id, ...props }: Props) {
  return (
    <Loaded call={[exchangeContract.readAskedAtCounter, { id }]} refetchMs={askEveryMs} skeleton="block">
      {(asked) => <Said asked={asked} {...props} />}
    </Loaded>
  );
}

const outcomes = ['asked', 'unpaid', 'done', 'refused', 'cancelled'] as const;

function Said({ asked, onNext, onChange, onScan }: Omit<Props, 'id'> & { asked: AskedExchange }) {
  const t = useText();
  const { id, state, goods, price, playerName } = asked;
  const outcome = outcomes.find((one) => one === state) ?? 'expired';
  const withdrawing = useAct(exchangeContract.withdrawExchange, { onDone: () => onChange(true) });
  return (
    <Paper withBorder maw={560}>
      <div className={classes.result} role="status" data-state={state}>
        {state === 'asked' || state === 'unpaid' ? (
          <Loader size={44} />
        ) : (
          <Icon name={state === 'done' ? 'circle-check' : 'alert-triangle'} size={44} />
        )}
        <Heading size="h3">{t(`exchange:counter.result.${outcome}`, { name: playerName ?? '' })}</Heading>
        <Text fw={600}>{goods}</Text>
        <Text>{price}</Text>
        {state === 'asked' ? (
          <Button
            variant="default"
            loading={withdrawing.isPending}
            onClick={() => withdrawing.mutate({ id })}
          >
            {t('exchange:counter.withdraw')}
          </Button>
        ) : (
          state !== 'unpaid' && <Button onClick={onNext}>{t('exchange:counter.next')}</Button>
        )}
        {state !== 'asked' && state !== 'unpaid' && state !== 'done' && (
          <Button variant="subtle" onClick={() => onChange(state === 'cancelled')}>
            {t('exchange:counter.change')}
          </Button>
        )}
        {/* while the member is asked nothing else is begun: what they say yes to is handed over here */}
        {state !== 'asked' && state !== 'unpaid' && (
          <div className={classes.scanNext}>
            <ScanBox label={t('exchange:counter.scanNext')} onText={onScan} />
          </div>
        )}
      </div>
    </Paper>
  );
}
