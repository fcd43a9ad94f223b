import type { ComponentProps } from 'react';
import { AddressChoice } from '#features/base/players/player/public.ts';
import { Choices } from '#kit/player/choices.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { ChosenWay } from '../contract.ts';
import classes from './handover.module.css';

interface Props {
  way: ChosenWay;
  onWay: (way: ChosenWay) => void;
  /** where it is fetched, and for how many days it waits there */
  counter: string;
  pickupDays: number;
  /** the merchant sends goods, too */
  shipping: boolean;
  addresses: ComponentProps<typeof AddressChoice> | undefined;
}

/** Fetched at the counter, or sent to one of the own addresses where the merchant sends. */
export function Receive({ way, onWay, counter, pickupDays, shipping, addresses }: Props) {
  const t = useText();
  const kept = t('handover:receive.pickupDays', { count: pickupDays });
  if (!shipping) return <p className={classes.hint}>{[counter, kept].filter(Boolean).join(' · ')}</p>;
  return (
    <>
      <Choices
        label={t('handover:receive.how')}
        chosen={way}
        onChoose={(key) => onWay(key as ChosenWay)}
        entries={[
          {
            key: 'pickup',
            title: t('handover:way.pickup'),
            note: [counter, kept].filter(Boolean).join(' · '),
          },
          { key: 'ship', title: t('handover:way.ship'), note: t('handover:receive.shipHint') },
        ]}
      />
      {way === 'ship' && addresses && <AddressChoice {...addresses} />}
    </>
  );
}
