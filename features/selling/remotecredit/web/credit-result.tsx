import { Loader, Text } from '@mantine/core';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { CreditRecord } from '../contract.ts';
import classes from './remote-credit.module.css';

function Mark({ outcome }: Pick<CreditRecord, 'outcome'>) {
  if (outcome === 'pending') return <Loader size={40} />;
  return <Icon name={outcome === 'done' ? 'circle-check' : 'alert-triangle'} size={40} />;
}

/** What became of the coins, as large as the question was urgent. */
export function CreditResult({ credit }: { credit: CreditRecord }) {
  const t = useText();
  const { asked, outcome, reasonName } = credit;
  const returned = outcome === 'expired' || (outcome === 'failed' && credit.counted === 0);
  return (
    <div className={classes.result} role="status" data-outcome={outcome}>
      <Mark outcome={outcome} />
      <Heading size="h3">
        {t(`remotecredit:result.${outcome}`, { asked, counted: credit.counted ?? asked })}
      </Heading>
      {reasonName && outcome !== 'done' && (
        <Text size="sm">{t('remotecredit:result.reason', { reason: reasonName })}</Text>
      )}
      {outcome === 'unknown' && <Hint>{t('remotecredit:result.unknownHint')}</Hint>}
      {returned && <Hint>{t('remotecredit:result.returnedHint')}</Hint>}
    </div>
  );
}
